import { describe, expect, test } from 'vitest';
import {
  atOnce,
  type CreateHarness,
  codeFor,
  errorOf,
  firefox,
  given,
  MINUTE,
  otherCode,
  PASSWORD,
  person,
  SECOND,
} from './identity-harness.ts';

/** Codes sent by mail. */
export function describeCodes(createHarness: CreateHarness): void {
  describe('a code', () => {
    test('is refused when it is wrong, and still good afterwards', async () => {
      const harness = await createHarness();
      given(await harness.identity.signUp(person('Ana'), firefox));
      const email = 'ana@meki.test';
      const code = await codeFor(harness, email, 'confirm-code');
      const wrong = await harness.identity.confirm({ email, code: otherCode(code) }, firefox);
      expect(errorOf(wrong).code).toBe('invalid-action-code');
      expect((await harness.identity.confirm({ email, code }, firefox)).ok).toBe(true);
    });

    test('is valid for 10 minutes', async () => {
      const harness = await createHarness();
      const email = 'ana@meki.test';
      given(await harness.identity.signUp(person('Ana'), firefox));
      const first = await codeFor(harness, email, 'confirm-code');
      harness.advance(10 * MINUTE);
      const late = await harness.identity.confirm({ email, code: first }, firefox);
      expect(errorOf(late).code).toBe('expired-action-code');
      given(await harness.identity.resendCode(email, firefox));
      const second = await codeFor(harness, email, 'confirm-code');
      harness.advance(10 * MINUTE - 1);
      expect((await harness.identity.confirm({ email, code: second }, firefox)).ok).toBe(true);
    });

    test('ends when another is sent', async () => {
      const harness = await createHarness();
      const email = 'ana@meki.test';
      given(await harness.identity.signUp(person('Ana'), firefox));
      const first = await codeFor(harness, email, 'confirm-code');
      given(await harness.identity.resendCode(email, firefox));
      const second = await codeFor(harness, email, 'confirm-code');
      const old = await harness.identity.confirm({ email, code: first }, firefox);
      expect(old.ok).toBe(first === second);
      expect((await harness.identity.confirm({ email, code: second }, firefox)).ok).toBe(first !== second);
    });

    test('bears 5 tries, then asks for a wait and a new code', async () => {
      const harness = await createHarness();
      const email = 'ana@meki.test';
      given(await harness.identity.signUp(person('Ana'), firefox));
      const code = await codeFor(harness, email, 'confirm-code');
      for (let tries = 0; tries < 5; tries++) {
        const wrong = await harness.identity.confirm({ email, code: otherCode(code) }, firefox);
        expect(errorOf(wrong).code).toBe('invalid-action-code');
      }
      const sixth = await harness.identity.confirm({ email, code }, firefox);
      expect(errorOf(sixth)).toEqual({ code: 'too-many-requests', retryAfterSeconds: 30 });
      harness.advance(30 * SECOND);
      expect(errorOf(await harness.identity.confirm({ email, code }, firefox)).code).toBe('expired-action-code');
      given(await harness.identity.resendCode(email, firefox));
      harness.advance(60 * SECOND);
      const next = await codeFor(harness, email, 'confirm-code');
      expect((await harness.identity.confirm({ email, code: next }, firefox)).ok).toBe(true);
    });

    test('lets no sixth of 200 tries at once through', async () => {
      const harness = await createHarness();
      const email = 'ana@meki.test';
      given(await harness.identity.signUp(person('Ana'), firefox));
      const code = otherCode(await codeFor(harness, email, 'confirm-code'));
      const outcomes = await atOnce(harness, 200, (identity) => identity.confirm({ email, code }, firefox));
      const codes = outcomes.map((outcome) => errorOf(outcome).code);
      expect(codes.filter((error) => error === 'invalid-action-code')).toHaveLength(5);
      expect(codes.filter((error) => error === 'too-many-requests')).toHaveLength(195);
    });

    test('is sent 5 times, and then after a wait', async () => {
      const harness = await createHarness();
      given(await harness.identity.signUp(person('Ana'), firefox));
      for (let count = 1; count < 5; count++) given(await harness.identity.resendCode('ana@meki.test', firefox));
      const error = errorOf(await harness.identity.resendCode('ana@meki.test', firefox));
      expect(error).toEqual({ code: 'too-many-requests', retryAfterSeconds: 30 });
      expect(await harness.mails()).toHaveLength(5);
    });

    test('shows in nothing that is stored, and neither does a token, a ticket or a password', async () => {
      const harness = await createHarness();
      if (!harness.stored) return;
      const { ticket } = given(await harness.identity.signUp(person('Ana'), firefox));
      const code = await codeFor(harness, 'ana@meki.test', 'confirm-code');
      const { signedIn } = given(await harness.identity.confirm({ email: 'ana@meki.test', code, ticket }, firefox));
      given(await harness.identity.requestReset('ana@meki.test', firefox));
      const reset = await codeFor(harness, 'ana@meki.test', 'reset-code');
      const stored = await harness.stored();
      for (const secret of [`"${reset}"`, ticket, signedIn?.token ?? '', PASSWORD])
        expect(stored).not.toContain(secret);
    });
  });
}
