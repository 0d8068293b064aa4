import { type Actor, actorOf } from '#core/access/actor.ts';
import { may, type ObjectOf, type Permission } from '#core/access/policy.ts';
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
export async function requirePermission<A extends Permission>(
  request: AccountRequest,
  permission: A,
  ...object: ObjectOf<A>
): Promise<AllowedPerson> {
  const current = await requireSignedIn(request);
  const actor = actorOf(current.user);
  if (may(actor, permission, ...object)) return { current, actor };
  return refuse(request, actor, permission);
}
