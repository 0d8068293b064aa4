import { describe, expect, test } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { pageArgs } from '../../test/helpers/app/route-args.ts';
import { partial } from '../../test/helpers/partial.ts';
import { readAccountRequest, readCurrent, requireSignedIn, returnPath } from './account-request.ts';

const read = (path: string, account: Partial<RequestAccount> = {}) =>
  readAccountRequest(pageArgs(path, { admin: { account: partial(account) } }));

const failing = async () => {
  throw new IdentityUnavailable('The accounts cannot be reached');
};

/** The redirect target of a rejected promise. */
async function redirectOf(promise: Promise<unknown>): Promise<string | null | undefined> {
  const failure = await promise.catch((error: unknown) => error);
  return failure instanceof Response ? failure.headers.get('Location') : undefined;
}

/** The redirect target of an anonymous request. */
async function leadFrom(path: string, hadSession: boolean): Promise<string | null> {
  const answer = await requireSignedIn(read(path, { hadSession, current: async () => undefined })).catch(
    (thrown) => thrown,
  );
  return answer instanceof Response ? answer.headers.get('location') : null;
}

describe('the way through the sign-in page', () => {
  test.each(['/admin', '/admin/people?after=x', '/en/admin/account', '/es/admin/audit?action=a&after=b'])(
    'leads back to %s',
    (to) => {
      expect(returnPath(read(`/admin/signin?${new URLSearchParams({ to })}`), 'es')).toBe(to);
    },
  );

  test.each([
    '',
    '//evil.example/admin',
    '///evil.example/admin',
    '/\\evil.example/admin',
    '\\\\evil.example/admin',
    '/\t/evil.example/admin',
    '/%2F/evil.example/admin',
    '/.//evil.example/admin',
    '/admin/..//evil.example/admin',
    '/en//evil.example/admin',
    'https://evil.example/admin',
    'https:evil.example/admin',
    'https://example.org@evil.example/admin',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'admin',
    '/faq',
    '/administrador',
    '/admin/../faq',
  ])('leads to the dashboard instead of %j', (to) => {
    expect(returnPath(read(`/en/admin/signin?${new URLSearchParams({ to })}`), 'en')).toBe('/en/admin');
  });

  test.each([
    ['/admin/signin', '', 'en', '/en/admin'],
    ['/en/admin/signin', '', 'es', '/en/admin'],
    ['/es/admin/signin', '', 'en', '/admin'],
    ['/admin/signin', '/admin/people?after=x', 'en', '/en/admin/people?after=x'],
    ['/admin/signin', '/es/admin/people', 'en', '/es/admin/people'],
    ['/admin/signin', '/en/admin/people', 'es', '/en/admin/people'],
  ])('from %s, asked for %j, an account in %s goes to %s', (path, to, language, target) => {
    expect(returnPath(read(`${path}?${new URLSearchParams({ to })}`), language)).toBe(target);
  });

  test('begins with the page that was asked for, and says so where a session has ended', async () => {
    expect(await leadFrom('/en/admin/people?after=x', false)).toBe(
      '/en/admin/signin?to=%2Fen%2Fadmin%2Fpeople%3Fafter%3Dx',
    );
    expect(await leadFrom('/admin/account', true)).toBe('/admin/signin?to=%2Fadmin%2Faccount&after=ended');
  });
});

describe('a check of the session that fails', () => {
  test.each(['/admin', '/admin/people?after=x', '/admin/signup', '/admin/signup-confirm', '/es/admin'])(
    'leads from %s to the sign-in page, and later back',
    async (path) => {
      const request = read(path, { current: failing });
      const signIn = `/admin/signin?${new URLSearchParams({ to: path })}`;
      expect(await redirectOf(readCurrent(request))).toBe(signIn);
      expect(await redirectOf(requireSignedIn(request))).toBe(signIn);
    },
  );

  test('leads to the sign-in page of the language', async () => {
    expect(await redirectOf(readCurrent(read('/en/admin/account', { current: failing })))).toBe(
      '/en/admin/signin?to=%2Fen%2Fadmin%2Faccount',
    );
  });

  test('is not taken for a failure of anything else', async () => {
    const broken = async () => Promise.reject(new TypeError('broken'));
    await expect(readCurrent(read('/admin', { current: broken }))).rejects.toThrow('broken');
  });
});
