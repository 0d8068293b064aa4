import { describe, expect, test } from 'vitest';
import {
  type CreateHarness,
  DAY,
  errorOf,
  firefox,
  given,
  HOUR,
  isIn,
  join,
  MINUTE,
  PASSWORD,
  signIn,
} from './identity-harness.ts';

const phone = {
  ...firefox,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
  place: 'Guadalajara',
};

/** Lifecycle of sessions. */
export function describeSessions(createHarness: CreateHarness): void {
  describe('a session', () => {
    test('lives 30 days after its last use', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      harness.advance(30 * DAY - 1);
      const { session, renewed } = given(await harness.identity.session(token, firefox));
      expect(renewed).toBe(true);
      expect(session.expiresAt - session.lastUsedAt).toBe(30 * DAY);
      harness.advance(30 * DAY - 1);
      expect(await isIn(harness, token)).toBe(true);
      harness.advance(30 * DAY);
      expect(errorOf(await harness.identity.session(token, firefox)).code).toBe('user-token-expired');
    });

    test('ends 180 days after its beginning, however often it is used', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      for (let day = 20; day < 180; day += 20) {
        harness.advance(20 * DAY);
        expect(await isIn(harness, token)).toBe(true);
      }
      harness.advance(20 * DAY - 1);
      const { session } = given(await harness.identity.session(token, firefox));
      expect(session.expiresAt).toBe(session.createdAt + 180 * DAY);
      expect(given(await harness.identity.refresh(token, firefox)).session.expiresAt).toBe(session.expiresAt);
      harness.advance(1);
      expect(errorOf(await harness.identity.session(token, firefox)).code).toBe('user-token-expired');
    });

    test('lives a day after its last use when it belongs to one browser session', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      const credentials = { email: user.email, password: PASSWORD, remember: false };
      const { token } = given(await harness.identity.signIn(credentials, firefox));
      harness.advance(DAY - 1);
      expect(await isIn(harness, token)).toBe(true);
      harness.advance(DAY);
      expect(await isIn(harness, token)).toBe(false);
    });

    test('is not written anew at every use', async () => {
      const harness = await createHarness();
      const { token } = await join(harness, 'Ana');
      harness.advance(5 * MINUTE - 1);
      expect(given(await harness.identity.session(token, firefox)).renewed).toBe(false);
      harness.advance(1);
      expect(given(await harness.identity.session(token, firefox)).renewed).toBe(true);
      expect(given(await harness.identity.session(token, firefox)).renewed).toBe(false);
    });

    test('can be extended at once', async () => {
      const harness = await createHarness();
      const { token, session } = await join(harness, 'Ana');
      harness.advance(MINUTE);
      expect(given(await harness.identity.refresh(token, firefox)).session.expiresAt).toBe(session.expiresAt + MINUTE);
    });

    test.each(['', 'nonsense', 'A'.repeat(43), '\ud800'.repeat(43), '../users'])(
      'is not opened by %j',
      async (token) => {
        const harness = await createHarness();
        const outcomes = [
          await harness.identity.session(token, firefox),
          await harness.identity.refresh(token, firefox),
          await harness.identity.listSessions(token),
          await harness.identity.updateProfile(token, {}),
          await harness.identity.verifyPassword(token, PASSWORD, firefox),
          await harness.identity.updatePassword(token, 'lámpara-verde-18', firefox),
          await harness.identity.requestEmailChange(token, 'b@meki.test', firefox),
          await harness.identity.confirmEmail(token, '123456', firefox),
          await harness.identity.deleteAccount(token, firefox),
          await harness.identity.revokeSession(token, 'x', firefox),
          await harness.identity.revokeOtherSessions(token, firefox),
        ];
        expect(new Set(outcomes.map((outcome) => errorOf(outcome).code))).toEqual(new Set(['user-token-expired']));
        expect((await harness.identity.signOut(token, firefox)).ok).toBe(true);
      },
    );

    test('ends with sign-out, and only that one', async () => {
      const harness = await createHarness();
      const first = await join(harness, 'Ana');
      const second = await signIn(harness, first.user);
      given(await harness.identity.signOut(first.token, firefox));
      expect(await isIn(harness, first.token)).toBe(false);
      expect(await isIn(harness, second.token)).toBe(true);
    });

    test('is listed with its device and place, the latest used first', async () => {
      const harness = await createHarness();
      const first = await join(harness, 'Ana');
      harness.advance(HOUR);
      const credentials = { email: first.user.email, password: PASSWORD, remember: true };
      const second = given(await harness.identity.signIn(credentials, phone));
      harness.advance(HOUR);
      await join(harness, 'Berta');
      const { current, sessions } = given(await harness.identity.listSessions(first.token));
      expect(current).toBe(first.session.id);
      expect(sessions).toEqual([second.session, first.session]);
      expect(second.session).toMatchObject({ device: 'Safari · iPhone' });
      harness.advance(HOUR);
      given(await harness.identity.session(first.token, { ...firefox, place: 'Zapopan' }));
      const [latest] = given(await harness.identity.listSessions(first.token)).sessions;
      expect(latest).toMatchObject({ id: first.session.id, place: 'Zapopan', createdAt: first.session.createdAt });
    });

    test('ends at once when it is revoked from another', async () => {
      const harness = await createHarness();
      const first = await join(harness, 'Ana');
      const second = await signIn(harness, first.user);
      given(await harness.identity.revokeSession(second.token, first.session.id, firefox));
      expect(await isIn(harness, first.token)).toBe(false);
      expect(given(await harness.identity.listSessions(second.token)).sessions.map(({ id }) => id)).toEqual([
        second.session.id,
      ]);
    });

    test('cannot be revoked by somebody else', async () => {
      const harness = await createHarness();
      const ana = await join(harness, 'Ana');
      const berta = await join(harness, 'Berta');
      const outcome = await harness.identity.revokeSession(berta.token, ana.session.id, firefox);
      expect(errorOf(outcome).code).toBe('user-not-found');
      expect(await isIn(harness, ana.token)).toBe(true);
    });

    test('stays when all others are revoked', async () => {
      const harness = await createHarness();
      const first = await join(harness, 'Ana');
      const others = [await signIn(harness, first.user), await signIn(harness, first.user)];
      given(await harness.identity.revokeOtherSessions(first.token, firefox));
      expect(await isIn(harness, first.token)).toBe(true);
      for (const { token } of others) expect(await isIn(harness, token)).toBe(false);
    });

    test('is taken away some time after its end, and nothing else is', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      harness.advance(20 * DAY);
      const { token } = await signIn(harness, user);
      harness.advance(15 * DAY);
      expect(await harness.identity.prune()).toBeGreaterThan(0);
      expect(await harness.identity.prune()).toBe(0);
      expect(await isIn(harness, token)).toBe(true);
    });
  });
}
