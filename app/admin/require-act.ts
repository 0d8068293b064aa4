import { type Actor, actorOf } from '#core/access/actor.ts';
import { type Act, may, type ObjectOf } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { type AccountRequest, requireSignedIn } from '../account/account-request.ts';
import { refuse } from './refuse-forbidden.ts';

/** The signed-in account, and its actor for the policy table. */
export interface AllowedPerson {
  current: CurrentAccount;
  actor: Actor;
}

/**
 * The signed-in person, if the policy table allows the action. Called by every loader and action of pages that not everyone may
 * open.
 * @throws a redirect to the sign-in page if nobody is signed in, otherwise 403, which is recorded in the audit log.
 */
export async function requireAct<A extends Act>(
  request: AccountRequest,
  act: A,
  ...object: ObjectOf<A>
): Promise<AllowedPerson> {
  const current = await requireSignedIn(request);
  const actor = actorOf(current.user);
  if (may(actor, act, ...object)) return { current, actor };
  return refuse(request, actor, act);
}
