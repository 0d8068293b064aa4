import { describe, expect, test } from 'vitest';
import {
  atOnce,
  type CreateHarness,
  codeFor,
  errorOf,
  firefox,
  given,
  isIn,
  join,
  MINUTE,
  otherCode,
  PASSWORD,
  person,
  signIn,
} from './identity-harness.ts';

const NEW_PASSWORD = 'otra-lámpara-18';

/** Password reset. */
export function describeResetting(createHarness: CreateHarness): void {
  describe('a reset', () => {
    test('sets the password by code and ends every session', async () => {
      const harness = await createHarness();
      const { user, token } = await join(harness, 'Ana');
      given(await harness.identity.requestReset('ANA@meki.test', firefox));
      const code = await codeFor(harness, user.email, 'reset-code');
      given(await harness.identity.resetPassword({ email: user.email, code, password: NEW_PASSWORD }, firefox));
      expect(await isIn(harness, token)).toBe(false);
      const old = { email: user.email, password: PASSWORD, remember: true };
      expect(errorOf(await harness.identity.signIn(old, firefox)).code).toBe('invalid-credential');
      expect((await signIn(harness, user, NEW_PASSWORD)).user.id).toBe(user.id);
    });

    test('ends the wait for wrong passwords', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      for (let count = 0; count < 5; count++) {
        await harness.identity.signIn({ email: user.email, password: 'no-es-la-buena', remember: true }, firefox);
      }
      given(await harness.identity.requestReset(user.email, firefox));
      const code = await codeFor(harness, user.email, 'reset-code');
      given(await harness.identity.resetPassword({ email: user.email, code, password: NEW_PASSWORD }, firefox));
      expect((await signIn(harness, user, NEW_PASSWORD)).user.id).toBe(user.id);
    });

    test('leaves the code as it was when the password is weak', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      given(await harness.identity.requestReset(user.email, firefox));
      const code = await codeFor(harness, user.email, 'reset-code');
      for (let count = 0; count < 6; count++) {
        const outcome = await harness.identity.resetPassword(
          { email: user.email, code, password: 'iloveyou' },
          firefox,
        );
        expect(errorOf(outcome)).toEqual({ code: 'weak-password', reason: 'common' });
      }
      given(await harness.identity.resetPassword({ email: user.email, code, password: NEW_PASSWORD }, firefox));
    });

    test('ends the sessions that begin with the old password while it happens', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      given(await harness.identity.requestReset(user.email, firefox));
      const code = await codeFor(harness, user.email, 'reset-code');
      const old = { email: user.email, password: PASSWORD, remember: true };
      const signIns = atOnce(harness, 4, (identity) => identity.signIn(old, firefox));
      given(await harness.other.resetPassword({ email: user.email, code, password: NEW_PASSWORD }, firefox));
      for (const outcome of await signIns) {
        if (outcome.ok) expect(await isIn(harness, outcome.token)).toBe(false);
      }
    });

    test('takes a code once, for 10 minutes, and no code of another purpose or email', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await join(harness, 'Berta');
      const reset = (email: string, code: string) =>
        harness.identity.resetPassword({ email, code, password: NEW_PASSWORD }, firefox);
      given(await harness.identity.requestReset(user.email, firefox));
      const first = await codeFor(harness, user.email, 'reset-code');
      expect(errorOf(await reset(user.email, otherCode(first))).code).toBe('invalid-action-code');
      expect(errorOf(await reset('berta@meki.test', first)).code).toBe('invalid-action-code');
      expect(errorOf(await harness.identity.confirm({ email: user.email, code: first }, firefox)).code).toBe(
        'invalid-action-code',
      );
      harness.advance(10 * MINUTE);
      expect(errorOf(await reset(user.email, first)).code).toBe('expired-action-code');
      given(await harness.identity.requestReset(user.email, firefox));
      const second = await codeFor(harness, user.email, 'reset-code');
      const outcomes = await atOnce(harness, 4, (identity) =>
        identity.resetPassword({ email: user.email, code: second, password: NEW_PASSWORD }, firefox),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test('mails nothing to an unknown, an unconfirmed or a suspended account', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { user } = await join(harness, 'Berta');
      given(await harness.identity.setAccess(user.id, { disabled: true }));
      given(await harness.identity.signUp(person('Carla'), firefox));
      const before = await harness.mails();
      for (const email of ['nobody@meki.test', 'carla@meki.test', user.email]) {
        expect(await harness.identity.requestReset(email, firefox)).toEqual({ ok: true });
      }
      expect(await harness.mails()).toEqual(before);
    });

    test('needs an email', async () => {
      const { identity } = await createHarness();
      expect(errorOf(await identity.requestReset('ana', firefox)).code).toBe('invalid-email');
      expect(errorOf(await identity.resendCode('ana', firefox)).code).toBe('invalid-email');
    });
  });
}
