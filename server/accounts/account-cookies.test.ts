import { describe, expect, test } from 'vitest';
import { createAccountCookies } from './account-cookies.ts';

describe('the cookies of an account', () => {
  const plain = createAccountCookies('http://localhost:3000');
  const secure = createAccountCookies('https://example.org');

  test('are tied to the host on https, and never readable by a script', () => {
    expect(secure.session('abc', Date.UTC(2026, 0, 2))).toBe(
      '__Host-meki_session=abc; Expires=Fri, 02 Jan 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(plain.session('abc')).toBe('meki_session=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  test('are read back among others', () => {
    expect(plain.read('a=b; meki_session=abc;meki_signup=xyz')).toEqual({ session: 'abc', ticket: 'xyz' });
    expect(secure.read('meki_session=abc')).toEqual({});
    expect(plain.read(undefined)).toEqual({});
  });

  test('end at once', () => {
    expect(plain.endSession()).toContain('meki_session=; Max-Age=0');
    expect(plain.endTicket()).toContain('meki_signup=; Max-Age=0');
  });
});
