import { accountOwners, type OwnersRecord } from '../accounts/account-collections.ts';
import type { Document, Write } from '../documents/document-store.ts';
import { setDocument } from '../documents/typed-documents.ts';

export type OwnerStaging = { ok: true; writes: Write[] } | { ok: false; reason: 'last-owner' };

/**
 * The write that adds an account to the active owners or removes it, for the commit that changes the account. Concurrent
 * commits of this kind conflict, so that the last owner stays: on `PreconditionFailed`, read again and retry.
 * @param document of the owners, read together with the account; `undefined` before the first owner.
 */
export function stageOwner(
  document: Document<OwnersRecord> | undefined,
  userId: string,
  isOwner: boolean,
): OwnerStaging {
  const userIds = document?.data.userIds ?? [];
  if (userIds.includes(userId) === isOwner) return { ok: true, writes: [] };
  const next = isOwner ? [...userIds, userId] : userIds.filter((id) => id !== userId);
  if (next.length === 0) return { ok: false, reason: 'last-owner' };
  const precondition = document ? { version: document.version } : { exists: false };
  return { ok: true, writes: [setDocument(accountOwners.at(), { userIds: next }, precondition)] };
}
