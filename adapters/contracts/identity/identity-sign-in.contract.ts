import { describe, expect, test } from 'vitest';
import type { Client } from '#core/accounts/identity.ts';
import {
  atOnce,
  type CreateHarness,
  DAY,
  errorOf,
  firefox,
  given,
  type IdentityHarness,
  join,
  MINUTE,
  PASSWORD,
  person,
  SECOND,
  signIn,
} from './identity-harness.ts';

const wrong = (email: string) => ({ email, password: 'no-es-la-buena', remember: true });

async function tryWrongly(harness: IdentityHarness, email: string, times: number, client: Client = firefox) {
  for (let count = 0; count < times; count++) {
    expect(errorOf(await harness.identity.signIn(wrong(email), client)).code).toBe('invalid-credential');
  }
}

/** Sign-in and its rate limits. */
export function describeSignIn(createHarness: CreateHarness): void {
  describe('sign-in', () => {
    test('gives a session to whoever knows the password', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      harness.advance(MINUTE);
      const outcome = given(
        await harness.identity.signIn({ email: ' Ana@MEKI.test', password: PASSWORD, remember: false }, firefox),
      );
      expect(outcome.user).toMatchObject({ id: user.id, email: 'ana@meki.test' });
      expect(outcome.session).toMatchObject({ userId: user.id, remember: false });
      expect((await harness.identity.lookup(user.id))?.lastSignInAt).toBe(outcome.session.createdAt);
      expect(outcome.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    });

    test('takes a password whose accents are typed in another way', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      expect((await signIn(harness, user, PASSWORD.normalize('NFD'))).user.id).toBe(user.id);
    });

    test('asks for the code of an email that was not confirmed, and tells only who knows the password', async () => {
      const harness = await createHarness();
      given(await harness.identity.signUp(person('Ana'), firefox));
      await tryWrongly(harness, 'ana@meki.test', 1);
      const right = { email: 'ana@meki.test', password: PASSWORD, remember: true };
      expect(errorOf(await harness.identity.signIn(right, firefox)).code).toBe('unverified-email');
    });

    test('refuses who is suspended, and tells only who knows the password', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { user } = await join(harness, 'Berta');
      given(await harness.identity.setAccess(user.id, { disabled: true }));
      await tryWrongly(harness, user.email, 1);
      const right = { email: user.email, password: PASSWORD, remember: true };
      expect(errorOf(await harness.identity.signIn(right, firefox)).code).toBe('user-disabled');
      given(await harness.identity.setAccess(user.id, { disabled: false }));
      expect((await signIn(harness, user)).user.id).toBe(user.id);
    });

    test('waits after 5 wrong passwords, even for the right one, and twice as long each time up to 15 minutes', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await tryWrongly(harness, user.email, 5);
      for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
        const right = { email: user.email, password: PASSWORD, remember: true };
        const refused = errorOf(await harness.identity.signIn(right, firefox));
        expect(refused).toEqual({ code: 'too-many-requests', retryAfterSeconds: seconds });
        harness.advance(seconds * SECOND - 1);
        expect(errorOf(await harness.other.signIn(right, firefox))).toEqual({
          code: 'too-many-requests',
          retryAfterSeconds: 1,
        });
        harness.advance(1);
        await tryWrongly(harness, user.email, 1);
      }
      harness.advance(15 * MINUTE);
      expect((await signIn(harness, user)).user.id).toBe(user.id);
    });

    test('forgets wrong passwords after the right one, and after a day', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await tryWrongly(harness, user.email, 4);
      await signIn(harness, user);
      await tryWrongly(harness, user.email, 4);
      harness.advance(DAY);
      await tryWrongly(harness, user.email, 4);
      expect((await signIn(harness, user)).user.id).toBe(user.id);
    });

    test('lets no sixth of 200 wrong passwords at once through', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      const before = harness.passwordWork?.() ?? 0;
      const outcomes = await atOnce(harness, 200, (identity) => identity.signIn(wrong(user.email), firefox));
      const codes = outcomes.map((outcome) => errorOf(outcome).code);
      expect(codes.filter((code) => code === 'invalid-credential')).toHaveLength(5);
      expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(195);
      if (harness.passwordWork) expect(harness.passwordWork() - before).toBe(5);
    });

    test('makes nobody else wait', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await join(harness, 'Berta');
      await tryWrongly(harness, 'berta@meki.test', 5);
      expect((await signIn(harness, user)).user.id).toBe(user.id);
    });

    test('answers network-request-failed when nothing can be reached, and session throws', async () => {
      const harness = await createHarness();
      const { user, token } = await join(harness, 'Ana');
      harness.breakBacking();
      const credentials = { email: user.email, password: PASSWORD, remember: true };
      const answer = { email: user.email, code: '123456', password: 'lámpara-verde-18' };
      const { identity } = harness;
      const outcomes = [
        await identity.signIn(credentials, firefox),
        await identity.signUp(person('Berta'), firefox),
        await identity.confirm(answer, firefox),
        await identity.requestReset(user.email, firefox),
        await identity.resetPassword(answer, firefox),
        await identity.signOut(token, firefox),
        await identity.listSessions(token),
      ];
      expect(outcomes.map((outcome) => errorOf(outcome).code)).toEqual(Array(7).fill('network-request-failed'));
      await expect(identity.session(token, firefox)).rejects.toMatchObject({ name: 'IdentityUnavailable' });
    });

    test('is noted for the audit log, right or wrong, without the password', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      await tryWrongly(harness, user.email, 1);
      await signIn(harness, user);
      const [failed, succeeded] = harness.events().slice(-2);
      const seen = { userId: user.id, address: '192.0.2.1', device: 'Firefox · Windows' };
      expect(failed).toMatchObject({
        kind: 'sign-in-failed',
        email: user.email,
        reason: 'invalid-credential',
        ...seen,
      });
      expect(succeeded).toMatchObject({ kind: 'signed-in', ...seen });
      expect(JSON.stringify(harness.events())).not.toContain(PASSWORD);
    });
  });
}
