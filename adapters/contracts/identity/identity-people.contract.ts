import { describe, expect, test } from 'vitest';
import { type CreateHarness, DAY, errorOf, firefox, given, isIn, join, person, signIn } from './identity-harness.ts';

/** What owners and the command line can do with other accounts. */
export function describePeople(createHarness: CreateHarness): void {
  describe('people', () => {
    test('are looked up by id and listed by email, the unconfirmed left out', async () => {
      const harness = await createHarness();
      const users = [];
      for (const name of ['Carla', 'Ana', 'Berta']) users.push((await join(harness, name)).user);
      given(await harness.identity.signUp(person('Dora'), firefox));
      const [carla, ana, berta] = users;
      expect(await harness.identity.lookup(ana?.id ?? '')).toEqual(ana);
      expect(await harness.identity.lookup('nobody')).toBeUndefined();
      expect(await harness.identity.lookup('a/b')).toBeUndefined();
      expect(await harness.identity.lookupEmail(' ANA@meki.test')).toEqual(ana);
      for (const email of ['dora@meki.test', 'nobody@meki.test', 'nobody']) {
        expect(await harness.identity.lookupEmail(email)).toBeUndefined();
      }
      expect(await harness.identity.list({ limit: 2 })).toEqual([ana, berta]);
      expect(await harness.identity.list({ after: 'berta@meki.test', limit: 2 })).toEqual([carla]);
    });

    test('get a role, and a translator languages', async () => {
      const harness = await createHarness();
      const owner = await join(harness, 'Ana');
      const { user, token } = await join(harness, 'Berta');
      const access = { role: 'translator' as const, languages: ['en'] };
      given(await harness.identity.setAccess(user.id, access, owner.user.id));
      expect(given(await harness.other.session(token, firefox)).user).toMatchObject(access);
      expect(harness.events().at(-1)).toMatchObject({
        kind: 'access-changed',
        actorId: owner.user.id,
        userId: user.id,
        before: { role: 'viewer' },
        after: access,
      });
      const changed = given(await harness.identity.setAccess(user.id, { role: 'editor' }));
      expect(changed.user).toMatchObject({ role: 'editor', languages: [] });
    });

    test('who are suspended are out at once', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { user, token } = await join(harness, 'Berta');
      given(await harness.identity.setAccess(user.id, { disabled: true }));
      expect((await harness.identity.session(token, firefox)).ok).toBe(false);
      given(await harness.identity.setAccess(user.id, { disabled: false }));
      expect(await isIn(harness, token)).toBe(false);
    });

    test('can be signed out everywhere, keep what they may do, and come in again', async () => {
      const harness = await createHarness();
      const owner = await join(harness, 'Ana');
      const { user, token } = await join(harness, 'Berta');
      const second = await signIn(harness, user);
      given(await harness.identity.endSessions(user.id, owner.user.id));
      for (const ended of [token, second.token]) expect(await isIn(harness, ended)).toBe(false);
      expect(await isIn(harness, owner.token)).toBe(true);
      expect(harness.events().at(-1)).toMatchObject({
        kind: 'sessions-ended',
        actorId: owner.user.id,
        userId: user.id,
      });
      const again = await signIn(harness, user);
      expect(again.user.role).toBe(user.role);
      expect(await isIn(harness, again.token)).toBe(true);
      expect(errorOf(await harness.identity.endSessions('nobody')).code).toBe('user-not-found');
    });

    test('always have an owner, however many step down at once', async () => {
      const harness = await createHarness();
      const ana = await join(harness, 'Ana');
      const berta = await join(harness, 'Berta');
      const { identity, other } = harness;
      expect(errorOf(await identity.setAccess(ana.user.id, { role: 'editor' })).code).toBe('last-owner');
      expect(errorOf(await identity.setAccess(ana.user.id, { disabled: true })).code).toBe('last-owner');
      expect(errorOf(await identity.removeUser(ana.user.id)).code).toBe('last-owner');
      given(await identity.setAccess(berta.user.id, { role: 'owner' }));
      const outcomes = await Promise.all([
        identity.setAccess(ana.user.id, { role: 'viewer' }),
        other.removeUser(berta.user.id),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const left = await identity.list({ limit: 10 });
      expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1);
    });

    test('are removed with their sessions', async () => {
      const harness = await createHarness();
      await join(harness, 'Ana');
      const { user, token } = await join(harness, 'Berta');
      given(await harness.identity.removeUser(user.id));
      expect(harness.events().at(-1)).toMatchObject({ kind: 'account-removed', userId: user.id, name: 'Berta' });
      expect(await isIn(harness, token)).toBe(false);
      expect(errorOf(await harness.identity.removeUser(user.id)).code).toBe('user-not-found');
      expect(errorOf(await harness.identity.setAccess(user.id, { role: 'editor' })).code).toBe('user-not-found');
    });

    test('are made at once from the command line: the first an owner, then as told', async () => {
      const harness = await createHarness({ signUpMode: 'closed' });
      const first = given(await harness.identity.createUser(person('Ana')));
      expect(first.user).toMatchObject({ role: 'owner', confirmed: true });
      const second = given(await harness.identity.createUser({ ...person('Berta'), role: 'author' }));
      expect(second.user.role).toBe('author');
      expect((await signIn(harness, second.user)).user).toMatchObject({ id: second.user.id });
      expect(errorOf(await harness.identity.createUser(person('Ana'))).code).toBe('email-already-in-use');
      const weak = await harness.identity.createUser({ ...person('Carla'), password: '12345678' });
      expect(errorOf(weak)).toEqual({ code: 'weak-password', reason: 'common' });
    });
  });

  describe('an invitation', () => {
    test('can be listed, withdrawn, and is good for 7 days', async () => {
      const harness = await createHarness({ signUpMode: 'invite' });
      const { user } = await join(harness, 'Ana');
      const invite = (email: string) => harness.identity.invite({ email, role: 'editor', language: 'es' }, user.id);
      given(await invite('berta@meki.test'));
      const { invitation } = given(await invite('carla@meki.test'));
      expect((await harness.identity.listInvitations()).map(({ email }) => email).sort()).toEqual([
        'berta@meki.test',
        'carla@meki.test',
      ]);
      given(await harness.identity.withdrawInvitation('Berta@meki.test', user.id));
      expect(await harness.identity.listInvitations()).toEqual([invitation]);
      expect(errorOf(await harness.identity.withdrawInvitation('berta@meki.test', user.id)).code).toBe(
        'user-not-found',
      );
      harness.advance(7 * DAY);
      expect(await harness.identity.listInvitations()).toEqual([]);
      given(await harness.identity.signUp(person('Carla'), firefox));
      expect((await harness.mails()).filter(({ kind, to }) => kind === 'confirm-code' && to !== user.email)).toEqual(
        [],
      );
    });

    test('is not for an email that has an account, or none', async () => {
      const harness = await createHarness();
      const { user } = await join(harness, 'Ana');
      const invite = { email: user.email, role: 'editor' as const, language: 'es' };
      expect(errorOf(await harness.identity.invite(invite, user.id)).code).toBe('email-already-in-use');
      expect(errorOf(await harness.identity.invite({ ...invite, email: 'x' }, user.id)).code).toBe('invalid-email');
    });
  });
}
