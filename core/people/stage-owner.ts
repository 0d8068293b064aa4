import { accountPath, type OwnersRecord } from '../accounts/account-collections.ts';
import type { Document, Write } from '../documents/document-store.ts';

export type OwnerStaging = { ok: true; writes: Write[] } | { ok: false; reason: 'last-owner' };

/**
 * The write that makes an account an active owner or no longer one, for the same commit that changes the account. Two
 * such commits at once cannot both hold, so that the last owner stays: on `PreconditionFailed` read again and decide anew.
 * @param document of the owners, as read together with the account; `undefined` before the first owner.
 */
export function stageOwner(document: Document | undefined, userId: string, isOwner: boolean): OwnerStaging {
  const userIds = (document?.data as OwnersRecord | undefined)?.userIds ?? [];
  if (userIds.includes(userId) === isOwner) return { ok: true, writes: [] };
  const next = isOwner ? [...userIds, userId] : userIds.filter((id) => id !== userId);
  if (next.length === 0) return { ok: false, reason: 'last-owner' };
  const precondition = document ? { version: document.version } : { exists: false };
  return { ok: true, writes: [{ kind: 'set', path: accountPath.owners(), data: { userIds: next }, precondition }] };
}
