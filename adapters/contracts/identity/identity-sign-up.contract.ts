import { describe, expect, test } from 'vitest';
import {
  atOnce,
  type CreateHarness,
  codeFor,
  DAY,
  errorOf,
  firefox,
  given,
  type IdentityHarness,
  isIn,
  join,
  person,
} from './identity-harness.ts';

/** Two sign-ups with one email: first by the owner of the email, then by a stranger. */
async function signUpTwice(harness: IdentityHarness) {
  const signUp = async (name: string, password: string) => {
    const { ticket } = given(await harness.identity.signUp({ ...person('Ana'), name, password }, firefox));
    return { name, password, ticket, code: await codeFor(harness, 'ana@meki.test', 'confirm-code') };
  };
  return [await signUp('Ana', 'la-primera-vez-1'), await signUp('Impostora', 'de-otra-gente-2')] as const;
}

/** Sign-up and its code. */
export function describeSignUp(createHarness: CreateHarness): void {
  describe('sign-up', () => {
    test('makes the first person to confirm the owner, and signs them in', async () => {
      const harness = await createHarness();
      const { user, token, session } = await join(harness, 'Ana');
      expect(user).toMatchObject({
        name: 'Ana',
        email: 'ana@meki.test',
        role: 'owner',
        confirmed: true,
        language: 'es',
      });
      expect(session).toMatchObject({ device: 'Firefox · Windows', remember: true });
      expect(await isIn(harness, token)).toBe(true);
    });

    test('makes everybody after that a viewer', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      expect((await join(harness, 'Berta')).user.role).toBe('viewer');
    });

    test('makes one owner of two first people who confirm at once', async () => {
      const harness = await createHarness();
      const names = ['Ana', 'Berta', 'Carla', 'Dora'];
      const answers = [];
      for (const name of names) {
        const { ticket } = given(await harness.identity.signUp(person(name), firefox));
        const { email } = person(name);
        answers.push({ email, ticket, code: await codeFor(harness, email, 'confirm-code') });
      }
      const confirmed = await Promise.all(
        answers.map((answer, index) => (index % 2 ? harness.identity : harness.other).confirm(answer, firefox)),
      );
      const roles = confirmed.map((outcome) => given(outcome).user.role);
      expect(roles.sort()).toEqual(['owner', 'viewer', 'viewer', 'viewer']);
    });

    test('lets one of several confirmations with the same code through', async () => {
      const harness = await createHarness();
      const { ticket } = given(await harness.identity.signUp(person('Ana'), firefox));
      const code = await codeFor(harness, 'ana@meki.test', 'confirm-code');
      const outcomes = await atOnce(harness, 4, (identity) =>
        identity.confirm({ email: 'ana@meki.test', code, ticket }, firefox),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test('confirms but does not sign in a browser other than the one that signed up', async () => {
      const harness = await createHarness();
      given(await harness.identity.signUp(person('Ana'), firefox));
      const { ticket } = given(await harness.identity.signUp(person('Berta'), firefox));
      for (const wrong of [undefined, ticket]) {
        const email = wrong ? 'berta@meki.test' : 'ana@meki.test';
        const other = wrong ? `${wrong.slice(1)}A` : undefined;
        const code = await codeFor(harness, email, 'confirm-code');
        const outcome = given(await harness.identity.confirm({ email, code, ticket: other }, firefox));
        expect(outcome.user.confirmed).toBe(true);
        expect(outcome.signedIn).toBeUndefined();
      }
    });

    test('gives each sign-up that waits a code of its own, which confirms its own password', async () => {
      for (const chosen of [0, 1]) {
        const harness = await createHarness();
        const [first, second] = await signUpTwice(harness);
        const answer = [first, second][chosen];
        const other = [second, first][chosen];
        const email = 'ana@meki.test';
        const { user } = given(await harness.identity.confirm({ email, code: answer?.code ?? '' }, firefox));
        expect(user.name).toBe(answer?.name);
        const signInWith = (password = '') => harness.identity.signIn({ email, password, remember: true }, firefox);
        expect(errorOf(await signInWith(other?.password)).code).toBe('invalid-credential');
        given(await signInWith(answer?.password));
        const late = await harness.identity.confirm({ email, code: other?.code ?? '', ticket: other?.ticket }, firefox);
        expect(errorOf(late).code).toBe('invalid-action-code');
      }
    });

    test('lets no code of a stranger confirm anything in the browser that signed up', async () => {
      const harness = await createHarness();
      const [mine, stranger] = await signUpTwice(harness);
      const email = 'ana@meki.test';
      const wrong = await harness.identity.confirm({ email, code: stranger.code, ticket: mine.ticket }, firefox);
      expect(errorOf(wrong).code).toBe('invalid-action-code');
      const { user, signedIn } = given(
        await harness.identity.confirm({ email, code: mine.code, ticket: mine.ticket }, firefox),
      );
      expect(user.name).toBe('Ana');
      expect(await isIn(harness, signedIn?.token ?? '')).toBe(true);
      const strangers = { email, password: stranger.password, remember: true };
      expect(errorOf(await harness.identity.signIn(strangers, firefox)).code).toBe('invalid-credential');
    });

    test('sends another code for the sign-up of the browser that asks, else for the first', async () => {
      const harness = await createHarness();
      const [mine, stranger] = await signUpTwice(harness);
      const email = 'ana@meki.test';
      given(await harness.identity.resendCode(email, firefox, stranger.ticket));
      const theirs = await codeFor(harness, email, 'confirm-code');
      const wrong = await harness.identity.confirm({ email, code: theirs, ticket: mine.ticket }, firefox);
      expect(errorOf(wrong).code).toBe('invalid-action-code');
      given(await harness.identity.resendCode(email, firefox));
      const code = await codeFor(harness, email, 'confirm-code');
      expect(given(await harness.identity.confirm({ email, code }, firefox)).user.name).toBe('Ana');
    });

    test('keeps a sign-up that waits for 7 days, and its email is free until it is confirmed', async () => {
      const harness = await createHarness();
      const email = 'ana@meki.test';
      const { ticket } = given(await harness.identity.signUp(person('Ana'), firefox));
      harness.advance(7 * DAY - 1);
      given(await harness.identity.resendCode(email, firefox, ticket));
      const code = await codeFor(harness, email, 'confirm-code');
      expect(given(await harness.identity.confirm({ email, code, ticket }, firefox)).signedIn).toBeDefined();

      given(await harness.identity.signUp(person('Berta'), firefox));
      expect((await harness.identity.createUser(person('Berta'))).ok).toBe(true);
      const late = await codeFor(harness, 'berta@meki.test', 'confirm-code');
      expect((await harness.identity.confirm({ email: 'berta@meki.test', code: late }, firefox)).ok).toBe(false);

      given(await harness.identity.signUp(person('Carla'), firefox));
      harness.advance(7 * DAY);
      const before = await harness.mails();
      given(await harness.identity.resendCode('carla@meki.test', firefox));
      expect(await harness.mails()).toEqual(before);
    });

    test('is taken away when nobody confirmed it', async () => {
      const harness = await createHarness();
      if (!harness.stored) return;
      given(await harness.identity.signUp(person('Ana'), firefox));
      harness.advance(7 * DAY - 1);
      await harness.identity.prune();
      expect(await harness.stored()).toContain('ana@meki.test');
      harness.advance(2);
      expect(await harness.identity.prune()).toBeGreaterThan(0);
      expect(await harness.stored()).not.toContain('ana@meki.test');
    });

    test('survives two sign-ups with one email at once', async () => {
      const harness = await createHarness();
      const outcomes = await atOnce(harness, 2, (identity) => identity.signUp(person('Ana'), firefox));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      const mails = (await harness.mails()).filter(({ kind }) => kind === 'confirm-code');
      expect(mails).toHaveLength(2);
    });

    test('keeps the email in lower case, and passes over spaces around it and in the code', async () => {
      const harness = await createHarness();
      given(await harness.identity.signUp({ ...person('Ana'), email: '  ANA@Meki.Test ' }, firefox));
      const code = await codeFor(harness, 'ana@meki.test', 'confirm-code');
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
      expect(given(await harness.identity.confirm({ email: 'Ana@meki.test', code: spaced }, firefox)).user.email).toBe(
        'ana@meki.test',
      );
    });

    test.each([
      ['too-short', 'corta-7'],
      ['too-long', 'x7'.repeat(65)],
      ['common', 'Password1'],
      ['is-email', 'ana@meki.test'],
    ])('refuses a password that is %s', async (reason, password) => {
      const harness = await createHarness();
      const outcome = await harness.identity.signUp({ ...person('Ana'), password }, firefox);
      expect(errorOf(outcome)).toEqual({ code: 'weak-password', reason });
      expect(await harness.mails()).toEqual([]);
    });

    test.each([
      ['invalid-email', { email: 'ana' }],
      ['invalid-email', { email: `${'a'.repeat(250)}@meki.test` }],
      ['invalid-display-name', { name: '  ' }],
      ['invalid-display-name', { name: 'A'.repeat(121) }],
      ['invalid-display-name', { name: 'Ana\u0007' }],
      ['invalid-language', { language: 'fr' }],
    ])('answers %s to %j', async (code, wrong) => {
      const harness = await createHarness();
      expect(errorOf(await harness.identity.signUp({ ...person('Ana'), ...wrong }, firefox)).code).toBe(code);
    });

    test('refuses the pages of other sites', async () => {
      const { identity } = await createHarness();
      const elsewhere = { ...firefox, origin: 'https://elsewhere.test' };
      const credentials = { email: 'ana@meki.test', password: 'x', remember: true };
      const answer = { email: 'ana@meki.test', code: '123456', password: 'lámpara-verde-18' };
      const outcomes = [
        await identity.signUp(person('Ana'), elsewhere),
        await identity.confirm(answer, elsewhere),
        await identity.resendCode('ana@meki.test', elsewhere),
        await identity.signIn(credentials, elsewhere),
        await identity.requestReset('ana@meki.test', elsewhere),
        await identity.resetPassword(answer, elsewhere),
      ];
      expect(outcomes.map((outcome) => errorOf(outcome).code)).toEqual(Array(6).fill('unauthorized-domain'));
      expect((await identity.authorizedDomains())[0]).toBe(firefox.origin);
    });

    test('is refused to everybody when it is closed', async () => {
      const { identity } = await createHarness({ signUpMode: 'closed' });
      expect(errorOf(await identity.signUp(person('Ana'), firefox)).code).toBe('operation-not-allowed');
    });

    test('by invitation, lets in whoever is invited, with the role of the invitation', async () => {
      const harness = await createHarness({ signUpMode: 'invite' });
      const owner = await join(harness, 'Ana');
      const invite = { email: 'Berta@meki.test', role: 'translator' as const, languages: ['en'], language: 'en' };
      given(await harness.identity.invite(invite, owner.user.id));
      expect(await harness.mails()).toContainEqual({
        kind: 'invitation',
        to: 'berta@meki.test',
        locale: 'en',
        data: { inviter: 'Ana', role: 'translator', days: 7, token: expect.any(String) },
      });
      expect((await join(harness, 'Berta')).user).toMatchObject({ role: 'translator', languages: ['en'] });
      expect(await harness.identity.listInvitations()).toEqual([]);
    });

    test('tells an invitation only to who has its latest link, until it expires or is used', async () => {
      const harness = await createHarness({ signUpMode: 'invite' });
      const owner = await join(harness, 'Ana');
      const invite = async () => {
        const wanted = { email: 'Berta@meki.test', role: 'editor' as const, language: 'es' };
        given(await harness.identity.invite(wanted, owner.user.id));
        const mail = (await harness.mails()).findLast(({ kind }) => kind === 'invitation');
        return mail?.kind === 'invitation' ? mail.data.token : '';
      };
      const find = async (token: string, email = 'berta@meki.test') =>
        given(await harness.identity.findInvitation(email, token)).invitation;
      const told = { email: 'berta@meki.test', role: 'editor', inviter: 'Ana' };
      const replaced = await invite();
      expect(await find(replaced)).toEqual(told);
      const token = await invite();
      expect(await find(token, ' Berta@meki.test')).toEqual(told);
      for (const wrong of [replaced, '', 'x'.repeat(43)]) expect(await find(wrong)).toBeUndefined();
      for (const email of ['ana@meki.test', 'nobody@meki.test', 'berta'])
        expect(await find(token, email)).toBeUndefined();
      harness.advance(7 * DAY);
      expect(await find(token)).toBeUndefined();
      const last = await invite();
      await join(harness, 'Berta');
      expect(await find(last)).toBeUndefined();
    });

    test('by invitation, answers the uninvited alike and mails them nothing', async () => {
      const harness = await createHarness({ signUpMode: 'invite' });
      await join(harness, 'Ana');
      expect((await harness.identity.signUp(person('Berta'), firefox)).ok).toBe(true);
      expect((await harness.mails()).filter(({ to }) => to === 'berta@meki.test')).toEqual([]);
    });
  });
}
