import { type Actor, actorOf } from '#core/access/actor.ts';
import { type Act, may, type ObjectOf } from '#core/access/policy.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import { type AccountRequest, requireSignedIn } from '../account/account-request.ts';
import { refuse } from './refuse-forbidden.ts';

/** Who is signed in, and the same person as the table of roles sees them. */
export interface AllowedPerson {
  current: CurrentAccount;
  actor: Actor;
}

/**
 * Who is signed in, if the table of roles lets them do it. Every loader and action of a page that not everyone may open asks.
 * @throws a redirect to the sign-in page for nobody, and 403 for who may not, which goes on record.
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
