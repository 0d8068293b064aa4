import { describe, expect, it } from 'vitest';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import type { CurrentAccount } from '#core/accounts/request-account.ts';
import type { AdminServices } from '../context.ts';
import { readAccountRequest, readCurrent, requireSignedIn } from './account-request.ts';

/** A request whose check of the session ends in the given way. */
function requestFor(path: string, current: () => Promise<CurrentAccount | undefined>) {
  return readAccountRequest({
    request: new Request(`https://example.org${path}`),
    context: { get: () => ({ account: { current } }) as unknown as AdminServices },
  });
}

const failing = async () => {
  throw new IdentityUnavailable('The accounts cannot be reached');
};

/** Where a promise's failure redirects to. */
async function redirectOf(promise: Promise<unknown>): Promise<string | null | undefined> {
  const failure = await promise.catch((error: unknown) => error);
  return failure instanceof Response ? failure.headers.get('Location') : undefined;
}

describe('a check of the session that fails', () => {
  it.each(['/admin', '/admin/people?after=x', '/admin/signup', '/admin/signup-confirm', '/es/admin'])(
    'leads from %s to the sign-in page',
    async (path) => {
      const request = requestFor(path, failing);
      expect(await redirectOf(readCurrent(request))).toBe('/admin/signin');
      expect(await redirectOf(requireSignedIn(request))).toBe('/admin/signin');
    },
  );

  it('leads to the sign-in page of the language', async () => {
    expect(await redirectOf(readCurrent(requestFor('/en/admin/account', failing)))).toBe('/en/admin/signin');
  });

  it.each(['/admin/signin', '/en/admin/signin?to=%2Fadmin'])(
    'leaves %s where it is, as to anybody who is not signed in',
    async (path) => {
      expect(await readCurrent(requestFor(path, failing))).toBeUndefined();
    },
  );

  it('is not taken for a failure of anything else', async () => {
    const broken = async () => Promise.reject(new TypeError('broken'));
    await expect(readCurrent(requestFor('/admin', broken))).rejects.toThrow('broken');
  });
});

it('who is not signed in is led to the sign-in page, with the way back', async () => {
  const request = requestFor('/en/admin/people?after=x', async () => undefined);
  expect(await redirectOf(requireSignedIn(request))).toBe('/en/admin/signin?to=%2Fen%2Fadmin%2Fpeople%3Fafter%3Dx');
});
