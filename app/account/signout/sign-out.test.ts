import { expect, test, vi } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { pageArgs } from '../../../test/helpers/app/route-args.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { action } from './route.tsx';

/** The redirect target and the headers. */
async function signOut(account: Partial<RequestAccount>) {
  const leave = vi.fn();
  const args = pageArgs('/en/admin/signout', { admin: { account: partial({ leave, client: {}, ...account }) } });
  const answer: unknown = await action(args).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  return { leave, location: answer.headers.get('Location') };
}

test('who signs out leaves, and their session ends', async () => {
  const identity = { signOut: vi.fn() };
  const { leave, location } = await signOut({
    identity: partial(identity),
    current: async () => partial({ token: 'abc' }),
  });
  expect(identity.signOut).toHaveBeenCalledWith('abc', {});
  expect(leave).toHaveBeenCalled();
  expect(location).toBe('/en/admin/signin?after=signedOut');
});

test('while the accounts cannot be reached, the browser forgets the session all the same', async () => {
  const current = async () => {
    throw new IdentityUnavailable('The accounts cannot be reached');
  };
  const { leave, location } = await signOut({ current });
  expect(leave).toHaveBeenCalled();
  expect(location).toBe('/en/admin/signin?after=signedOut');
});
