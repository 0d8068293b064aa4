import type { ActionFunctionArgs } from 'react-router';
import { expect, test, vi } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { action } from './route.tsx';

/** The redirect target and the headers. */
async function signOut(account: object) {
  const leave = vi.fn();
  const url = new URL('https://example.org/en/admin/signout');
  const args = { url, context: { get: () => ({ account: { leave, client: {}, ...account } }) } };
  const answer: unknown = await action(args as unknown as ActionFunctionArgs).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  return { leave, location: answer.headers.get('Location') };
}

test('who signs out leaves, and their session ends', async () => {
  const identity = { signOut: vi.fn() };
  const { leave, location } = await signOut({ identity, current: async () => ({ token: 'abc' }) });
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
