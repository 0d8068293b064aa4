import { expect, test } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import type { User } from '#core/accounts/user.ts';
import { pageArgs } from '../../../test/helpers/app/route-args.ts';
import { partial } from '../../../test/helpers/partial.ts';
import { SIGNED_OUT } from '../../navigation/answer-marks.ts';
import { readSignIn } from './read-sign-in.ts';

/** The response of the page, and whether it clears the device's data. */
async function open(path: string, current: RequestAccount['current']) {
  const args = pageArgs(path, { admin: { account: partial({ current }) } });
  const answer = await readSignIn(args).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return { location: answer.headers.get('Location') };
  const { data, init } = answer as Awaited<ReturnType<typeof readSignIn>>;
  return { title: data.title, isSignedOut: data.isSignedOut, forgets: new Headers(init?.headers).has(SIGNED_OUT) };
}

test('whoever is signed in goes on to what they asked for', async () => {
  const { location } = await open('/admin/signin?to=/admin/health', async () => {
    return partial({ token: 'abc', user: partial<User>({ language: 'es' }) });
  });
  expect(location).toBe('/admin/health');
});

test('where nobody is signed in, the device is told to keep nothing', async () => {
  const page = await open('/en/admin/signin', async () => undefined);
  expect(page).toEqual({ title: 'Sign in', isSignedOut: true, forgets: true });
});

test.each(['/admin/signin', '/en/admin/signin?to=%2Fadmin'])(
  'where that cannot be found out, %s still opens, and the device keeps what it has',
  async (path) => {
    const page = await open(path, async () => {
      throw new IdentityUnavailable('The accounts cannot be reached');
    });
    expect(page).toMatchObject({ title: expect.any(String), isSignedOut: false, forgets: false });
  },
);
