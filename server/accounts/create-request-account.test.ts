import { describe, expect, test, vi } from 'vitest';
import type { Identity, Outcome } from '#core/accounts/identity.ts';
import type { Session } from '#core/accounts/session.ts';
import type { User } from '#core/accounts/user.ts';
import { partial } from '../../test/helpers/partial.ts';
import { createAccountCookies } from './account-cookies.ts';
import { createRequestAccount } from './create-request-account.ts';

const EXPIRES = Date.UTC(2026, 0, 2);
const session = (rest: Partial<Session> = {}): Session => ({
  id: 's1',
  userId: 'ana',
  device: '',
  remember: true,
  createdAt: 0,
  lastUsedAt: 0,
  expiresAt: EXPIRES,
  authenticatedAt: 0,
  ...rest,
});
const user = { id: 'ana', name: 'Ana' } as User;

type Found = Awaited<ReturnType<Identity['session']>>;

function accountWith(found: Found | Error, cookieHeader?: string) {
  const people: string[] = [];
  const ask = vi.fn<Identity['session']>(async () => {
    if (found instanceof Error) throw found;
    return found;
  });
  const request = createRequestAccount({
    identity: partial<Identity>({ session: ask }),
    cookies: createAccountCookies('http://localhost:3000'),
    client: { address: '198.51.100.7' },
    cookieHeader,
    onPerson: (id) => people.push(id),
  });
  return { ...request, ask, people };
}

const open = (rest: { renewed?: boolean; session?: Session } = {}): Found => ({
  ok: true,
  user,
  session: session(),
  renewed: false,
  ...rest,
});
const ended: Outcome<never> = { ok: false, error: { code: 'user-token-expired' } };

describe('the account of a request', () => {
  test('tells the log whose it is once that is known, and nothing of who has no session', async () => {
    const cookieHeader = `meki_session=${'s'.repeat(43)}`;
    const signedIn = accountWith(open(), cookieHeader);
    expect(signedIn.people).toEqual([]);
    await signedIn.account.current();
    expect(signedIn.people).toEqual(['ana']);
    const late = accountWith(ended, cookieHeader);
    await late.account.current();
    expect(late.people).toEqual([]);
  });

  test('is nobody’s without a cookie, which nobody is asked about', async () => {
    const { account, ask, setCookies } = accountWith(open());
    expect(await account.current()).toBeUndefined();
    expect(account.hadSession).toBe(false);
    expect(ask).not.toHaveBeenCalled();
    expect(setCookies).toEqual([]);
  });

  test('is looked up once, with who asks', async () => {
    const { account, ask, setCookies } = accountWith(open(), 'meki_session=abc');
    expect(await account.current()).toEqual({ user, session: session(), token: 'abc' });
    await account.current();
    expect(ask).toHaveBeenCalledExactlyOnceWith('abc', { address: '198.51.100.7' });
    expect(setCookies).toEqual([]);
  });

  test('keeps the cookie of a session that ended, by which every window can say so', async () => {
    const { account, setCookies } = accountWith(ended as Found, 'meki_session=abc');
    expect(await account.current()).toBeUndefined();
    expect(account.hadSession).toBe(true);
    expect(setCookies).toEqual([]);
  });

  test('gives a renewed session its new end, unless it ends with the browser', async () => {
    const kept = accountWith(open({ renewed: true }), 'meki_session=abc');
    await kept.account.current();
    expect(kept.setCookies).toEqual([
      'meki_session=abc; Expires=Fri, 02 Jan 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax',
    ]);
    const brief = accountWith(open({ renewed: true, session: session({ remember: false }) }), 'meki_session=abc');
    await brief.account.current();
    expect(brief.setCookies).toEqual([]);
  });

  test('keeps the cookie when nobody can say whose it is', async () => {
    const { account, setCookies } = accountWith(new Error('unreachable'), 'meki_session=abc');
    await expect(account.current()).rejects.toThrow('unreachable');
    expect(setCookies).toEqual([]);
  });

  test('lets the browser in for as long as was asked for, and out again', () => {
    const { account, setCookies } = accountWith(open());
    account.enter({ token: 'abc', session: session(), user });
    account.enter({ token: 'def', session: session({ remember: false }), user });
    account.leave();
    expect(setCookies).toEqual([
      'meki_session=abc; Expires=Fri, 02 Jan 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax',
      'meki_session=def; Path=/; HttpOnly; SameSite=Lax',
      'meki_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  test('keeps the ticket of a sign-up for as long as it waits', () => {
    const { account, setCookies } = accountWith(open(), 'meki_signup=t1');
    expect(account.ticket).toBe('t1');
    account.keepTicket('t2');
    account.dropTicket();
    expect(setCookies).toEqual([
      'meki_signup=t2; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
      'meki_signup=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });
});
