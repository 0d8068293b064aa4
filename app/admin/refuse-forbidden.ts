import { data } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { Forbidden } from '#core/access/forbidden.ts';
import type { Permission } from '#core/access/policy.ts';
import type { AccountRequest } from '../account/account-request.ts';

/** Records a refusal in the audit log, and returns the response. @throws 403 */
export function refuse(
  { noteRefusal }: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  permission: Permission,
): never {
  noteRefusal?.(actor, permission);
  throw data(null, { status: 403, statusText: 'Forbidden' });
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
