import { data, redirect } from 'react-router';
import type { Outcome } from '#core/accounts/identity.ts';
import { identityErrorStatus } from '#core/accounts/identity-error.ts';
import { type AccountRequest, requireSignedIn } from '../../account/account-request.ts';
import { type AllowedPerson, requirePermission } from '../require-permission.ts';

/** The signed-in person, if they may use their account. @throws a redirect to sign-in, and 403 */
export async function requireOwnAccount(request: AccountRequest): Promise<AllowedPerson> {
  const { user } = await requireSignedIn(request);
  return requirePermission(request, 'account.use', { accountId: user.id });
}

/** Whether the session ended while the page was in use. */
export function hasEnded(outcome: Outcome): boolean {
  return !outcome.ok && (outcome.error.code === 'user-token-expired' || outcome.error.code === 'user-disabled');
}

/** A redirect through the sign-in page, after a session ended. */
export function signInAgain({ account, pathTo }: AccountRequest): Response {
  account.leave();
  const query = { to: pathTo('/admin/account'), after: 'ended' };
  return redirect(`${pathTo('/admin/signin')}?${new URLSearchParams(query)}`, 303);
}

/** The result of a read operation. @throws a redirect to sign-in, or the status of its error */
export function requireGiven<T extends object>(request: AccountRequest, outcome: Outcome<T>): T {
  if (outcome.ok) return outcome;
  if (hasEnded(outcome)) throw signInAgain(request);
  throw data(null, { status: identityErrorStatus(outcome.error.code) });
}
