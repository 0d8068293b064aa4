import { describe, expect, test } from 'vitest';
import {
  type CreateHarness,
  codeFor,
  errorOf,
  firefox,
  given,
  isIn,
  join,
  otherCode,
  PASSWORD,
  person,
  signIn,
} from './identity-harness.ts';

/** Changing the email. */
export function describeChangingEmail(createHarness: CreateHarness): void {
  describe('a change of email', () => {
    test('happens once the code from the new address is given', async () => {
      const harness = await createHarness();
      const { token, user } = await join(harness, 'Ana');
      given(await harness.identity.requestEmailChange(token, 'Nueva@meki.test', firefox));
      expect((await harness.identity.lookup(user.id))?.email).toBe('ana@meki.test');
      const code = await codeFor(harness, 'nueva@meki.test', 'email-change-code');
      const wrong = await harness.identity.confirmEmail(token, otherCode(code), firefox);
      expect(errorOf(wrong).code).toBe('invalid-action-code');
      const changed = given(await harness.identity.confirmEmail(token, code, firefox));
      expect(changed.user.email).toBe('nueva@meki.test');
      expect((await harness.identity.confirmEmail(token, code, firefox)).ok).toBe(false);

      expect((await signIn(harness, changed.user)).user.id).toBe(user.id);
      const old = { email: 'ana@meki.test', password: PASSWORD, remember: true };
      expect(errorOf(await harness.identity.signIn(old, firefox)).code).toBe('invalid-credential');
      expect(await isIn(harness, token)).toBe(true);
      expect((await join(harness, 'Ana')).user.id).not.toBe(user.id);
    });

    test('answers alike for an address that has an account, and writes to that account', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { token } = await join(harness, 'Berta');
      expect(await harness.identity.requestEmailChange(token, 'ana@meki.test', firefox)).toEqual({ ok: true });
      expect((await harness.mails()).at(-1)).toMatchObject({ kind: 'existing-account', to: 'ana@meki.test' });
      expect(errorOf(await harness.identity.confirmEmail(token, '123456', firefox)).code).toBe('invalid-action-code');
    });

    test('is refused when somebody confirmed the address in the meantime', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      given(await harness.identity.requestEmailChange(token, 'berta@meki.test', firefox));
      const code = await codeFor(harness, 'berta@meki.test', 'email-change-code');
      await join(harness, 'Berta');
      expect(errorOf(await harness.identity.confirmEmail(token, code, firefox)).code).toBe('email-already-in-use');
    });

    test('goes before a sign-up that nobody confirmed', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      given(await harness.identity.signUp(person('Berta'), firefox));
      const late = await codeFor(harness, 'berta@meki.test', 'confirm-code');
      given(await harness.identity.requestEmailChange(token, 'berta@meki.test', firefox));
      const code = await codeFor(harness, 'berta@meki.test', 'email-change-code');
      expect(given(await harness.identity.confirmEmail(token, code, firefox)).user.email).toBe('berta@meki.test');
      expect((await harness.identity.confirm({ email: 'berta@meki.test', code: late }, firefox)).ok).toBe(false);
    });

    test('needs an email', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      expect(errorOf(await harness.identity.requestEmailChange(token, 'nueva', firefox)).code).toBe('invalid-email');
    });
  });
}
