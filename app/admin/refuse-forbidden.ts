import { data } from 'react-router';
import type { Actor } from '#core/access/actor.ts';
import { Forbidden } from '#core/access/forbidden.ts';
import type { Act } from '#core/access/policy.ts';
import type { AccountRequest } from '../account/account-request.ts';

/** Puts a refusal on record and answers it. @throws 403 */
export function refuse({ noteRefusal }: Pick<AccountRequest, 'noteRefusal'>, actor: Actor, act: Act): never {
  noteRefusal?.(actor, act);
  throw data(null, { status: 403, statusText: 'Forbidden' });
}

/**
 * What a loader or an action does with use cases that ask the table of roles themselves: where one of them refuses, the
 * answer is that of `requireAct`. @throws 403, which goes on record
 */
export async function refuseForbidden<T>(
  request: Pick<AccountRequest, 'noteRefusal'>,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Forbidden) refuse(request, actor, error.act);
    throw error;
  }
}
