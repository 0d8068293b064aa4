import { describe, expect, test } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { RequestAccount } from '#core/accounts/request-account.ts';
import { pageArgs } from '../../test/helpers/app/route-args.ts';
import { partial } from '../../test/helpers/partial.ts';
import { readAccountRequest, requireSignedIn, returnPath } from './account-request.ts';

const read = (path: string, account: Partial<RequestAccount> = {}) =>
  readAccountRequest(pageArgs(path, { admin: { account: partial(account) } }));

const failing = async () => {
  throw new IdentityUnavailable('The accounts cannot be reached');
};

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

test('accounts that cannot be reached are no reason to sign in again', async () => {
  const request = read('/admin/people?after=x', { current: failing });
  await expect(requireSignedIn(request)).rejects.toThrow(IdentityUnavailable);
});
