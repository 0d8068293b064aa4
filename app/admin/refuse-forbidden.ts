import { data } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { Forbidden } from '#core/access/forbidden.ts';
import type { Permission } from '#core/access/policy.ts';
import type { AccountRequest } from '../account/account-request.ts';

/** What a refusal tells beside its status. */
export interface RefusalDetails {
  /** The public page of the item that was asked for. */
  publicHref: string;
}

/** Records a refusal in the audit log, and returns the response. @throws 403 */
export function refuse(
  { noteRefusal }: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  permission: Permission,
  details: RefusalDetails | null = null,
): never {
  noteRefusal?.(actor, permission);
  throw data(details, { status: 403, statusText: 'Forbidden' });
}

/**
 * Runs use cases that check the policy table themselves: converts `Forbidden` to the response of `requirePermission`. @throws 403,
 * recorded in the audit log
 */
export async function refuseForbidden<T>(
  request: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Forbidden) refuse(request, actor, error.permission);
    throw error;
  }
}
