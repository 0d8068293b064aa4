import { describe, expect, test } from 'vitest';
import {
  type CreateHarness,
  codeFor,
  DAY,
  errorOf,
  firefox,
  given,
  HOUR,
  isIn,
  join,
  MINUTE,
  PASSWORD,
  person,
  SECOND,
  signIn,
} from './identity-harness.ts';

const YEAR = 365 * DAY;
const wrong = { email: 'ana@meki.test', password: 'no-es-la-buena', remember: true };
const right = { ...wrong, password: PASSWORD };

/** Stored times when the clock is set back and forward. */
export function describeClock(createHarness: CreateHarness): void {
  describe('a clock that is set', () => {
    test('back by a year makes nobody wait longer to sign in than the wait was', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      for (let count = 0; count < 5; count++) await harness.identity.signIn(wrong, firefox);
      harness.advance(-YEAR);
      expect(errorOf(await harness.identity.signIn(right, firefox))).toMatchObject({ retryAfterSeconds: 30 });
      harness.advance(10 * SECOND);
      expect(errorOf(await harness.other.signIn(right, firefox))).toMatchObject({ retryAfterSeconds: 20 });
      harness.advance(20 * SECOND);
      expect((await harness.identity.signIn(right, firefox)).ok).toBe(true);
    });

    test.each([
      ['a code to confirm', 'confirm'],
      ['a code by mail', 'reset'],
    ] as const)('back by a year makes nobody wait longer to give %s', async (_what, kind) => {
      const harness = await createHarness();
      const { email } = person('Ana');
      if (kind === 'confirm') given(await harness.identity.signUp(person('Ana'), firefox));
      else await join(harness, 'Ana');
      const give = async () =>
        kind === 'confirm'
          ? harness.identity.confirm({ email, code: '000000' }, firefox)
          : harness.identity.resetPassword({ email, code: '000000', password: `${PASSWORD}-2` }, firefox);
      for (let count = 0; count < 5; count++) await give();
      harness.advance(-YEAR);
      expect(errorOf(await give())).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 30 });
      harness.advance(30 * SECOND);
      expect(errorOf(await give()).code).not.toBe('too-many-requests');
    });

    test('back by a year ends the codes that were sent before', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      given(await harness.identity.requestReset('ana@meki.test', firefox));
      const code = await codeFor(harness, 'ana@meki.test', 'reset-code');
      harness.advance(-YEAR);
      const answer = { email: 'ana@meki.test', code, password: 'otra-lámpara-18' };
      expect(errorOf(await harness.identity.resetPassword(answer, firefox)).code).toBe('expired-action-code');
    });

    test('back by a year and forward again signs nobody out who comes back within 30 days', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      for (const by of [-YEAR, DAY, YEAR, -YEAR]) {
        harness.advance(by);
        if (by !== YEAR) expect(await isIn(harness, token)).toBe(true);
      }
    });

    test('back by a year lets no session live longer than it may from then on', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      harness.advance(-YEAR);
      const { session, renewed } = given(await harness.identity.session(token, firefox));
      expect(renewed).toBe(true);
      expect(session.expiresAt - session.lastUsedAt).toBe(30 * DAY);
      for (let day = 0; day < 175; day += 25) {
        harness.advance(25 * DAY);
        expect(await isIn(harness, token)).toBe(true);
      }
      harness.advance(5 * DAY + HOUR);
      expect(await isIn(harness, token)).toBe(false);
    });

    test('back by a year lets a session that nobody uses end 30 days after a sweep', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      const { token } = await signIn(harness, user);
      harness.advance(-YEAR);
      await harness.identity.prune();
      harness.advance(30 * DAY + 1);
      expect(await isIn(harness, token)).toBe(false);
    });

    test('back by an hour asks for the password again, also when that hour comes once more', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      const change = () => harness.identity.updatePassword(token, 'otra-lámpara-18', firefox);
      harness.advance(-HOUR);
      expect(errorOf(await change()).code).toBe('requires-recent-login');
      expect(await isIn(harness, token)).toBe(true);
      harness.advance(HOUR + MINUTE);
      expect(errorOf(await change()).code).toBe('requires-recent-login');
    });

    test('back by a year leaves an invitation good for a week after a sweep', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      const invited = { email: 'berta@meki.test', role: 'editor', language: 'es' } as const;
      given(await harness.identity.invite(invited, user.id));
      harness.advance(-YEAR);
      await harness.identity.prune();
      expect(await harness.identity.listInvitations()).toHaveLength(1);
      harness.advance(7 * DAY + 1);
      expect(await harness.identity.listInvitations()).toEqual([]);
    });
  });
}
