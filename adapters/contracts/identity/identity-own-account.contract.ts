import { describe, expect, test } from 'vitest';
import {
  atOnce,
  type CreateHarness,
  errorOf,
  firefox,
  given,
  isIn,
  join,
  MINUTE,
  PASSWORD,
  signIn,
} from './identity-harness.ts';

const NEW_PASSWORD = 'otra-lámpara-18';

/** What people can do with their own accounts. */
export function describeOwnAccount(createHarness: CreateHarness): void {
  describe('an own account', () => {
    test('changes its name and language', async () => {
      const harness = await createHarness();
      const { token, user } = await join(harness, 'Ana');
      const changed = given(await harness.identity.updateProfile(token, { name: ' Ana  María ', language: 'en' }));
      expect(changed.user).toEqual({ ...user, name: 'Ana María', language: 'en' });
      expect(await harness.other.lookup(user.id)).toEqual(changed.user);
      expect(errorOf(await harness.identity.updateProfile(token, { name: '' })).code).toBe('invalid-display-name');
      expect(errorOf(await harness.identity.updateProfile(token, { language: 'xx' })).code).toBe('invalid-language');
    });

    test('changes its password, which ends every other session', async () => {
      const harness = await createHarness();
      const { token, user } = await join(harness, 'Ana');
      const other = await signIn(harness, user);
      given(await harness.identity.updatePassword(token, NEW_PASSWORD, firefox));
      expect(await isIn(harness, token)).toBe(true);
      expect(await isIn(harness, other.token)).toBe(false);
      expect((await signIn(harness, user, NEW_PASSWORD)).user.id).toBe(user.id);
    });

    test('takes no weak password', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      const outcome = await harness.identity.updatePassword(token, 'ana@meki.test', firefox);
      expect(errorOf(outcome)).toEqual({ code: 'weak-password', reason: 'is-email' });
    });

    test('asks for the password again when the sign-in is older than 5 minutes', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { token } = await join(harness, 'Berta');
      harness.advance(5 * MINUTE + 1);
      const { identity } = harness;
      const refused = [
        await identity.updatePassword(token, NEW_PASSWORD, firefox),
        await identity.requestEmailChange(token, 'otra@meki.test', firefox),
        await identity.deleteAccount(token, firefox),
      ];
      expect(refused.map((outcome) => errorOf(outcome).code)).toEqual(Array(3).fill('requires-recent-login'));
      expect(errorOf(await identity.verifyPassword(token, 'no-es-la-buena', firefox)).code).toBe('wrong-password');
      const { session } = given(await identity.verifyPassword(token, PASSWORD, firefox));
      harness.advance(5 * MINUTE);
      expect(session.authenticatedAt).toBeGreaterThan(session.createdAt);
      given(await identity.updatePassword(token, NEW_PASSWORD, firefox));
    });

    test('lets no sixth of many guesses of the password through, at sign-in or here', async () => {
      const harness = await createHarness();
      const { token, user } = await join(harness, 'Ana');
      const outcomes = await atOnce(harness, 40, (identity) =>
        identity.verifyPassword(token, 'no-es-la-buena', firefox),
      );
      const codes = outcomes.map((outcome) => errorOf(outcome).code);
      expect(codes.filter((code) => code === 'wrong-password')).toHaveLength(5);
      const right = { email: user.email, password: PASSWORD, remember: true };
      expect(errorOf(await harness.identity.signIn(right, firefox)).code).toBe('too-many-requests');
    });

    test('goes when it is deleted, with its sessions, and its email is free', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { token, user } = await join(harness, 'Berta');
      const other = await signIn(harness, user);
      given(await harness.identity.deleteAccount(token, firefox));
      expect(harness.events().at(-1)).toMatchObject({ kind: 'account-deleted', userId: user.id, name: 'Berta' });
      expect(await harness.identity.lookup(user.id)).toBeUndefined();
      for (const ended of [token, other.token]) expect(await isIn(harness, ended)).toBe(false);
      expect((await join(harness, 'Berta')).user.id).not.toBe(user.id);
    });

    test('of the last owner stays', async () => {
      const harness = await createHarness();
      const { token, user } = await join(harness, 'Ana');
      await join(harness, 'Berta');
      expect(errorOf(await harness.identity.deleteAccount(token, firefox)).code).toBe('last-owner');
      expect(await harness.identity.lookup(user.id)).toEqual(user);
    });
  });
}
