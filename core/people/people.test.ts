import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { createFakeAccounts, fakeUsers } from '../../test/helpers/accounts/fake-accounts.ts';
import { ANONYMOUS, actorOf } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import { accountOwners } from '../accounts/account-collections.ts';
import { ROLES, type Role } from '../accounts/user.ts';
import { createAccountAudit } from '../audit/account-audit.ts';
import { auditLog, searchAuditLog } from '../audit/audit-log.ts';
import type { Collection } from '../documents/collection.ts';
import { createPeople } from './people.ts';

const locales = [
  { code: 'es', language: 'es-MX', name: 'Español', direction: 'ltr' as const },
  { code: 'en', language: 'en-US', name: 'English', direction: 'ltr' as const },
];

async function createTeam(ids: { [id: string]: Role }) {
  const store = createMemoryDocumentStore({ collections: [fakeUsers, accountOwners, auditLog] as Collection[] });
  const fake = createFakeAccounts(store, () => 1000);
  const actors = new Map<string, ReturnType<typeof actorOf>>();
  for (const [id, role] of Object.entries(ids)) actors.set(id, actorOf(await fake.add(id, { role })));
  return {
    store,
    ...fake,
    people: createPeople({ identity: fake.accounts, locales }),
    actor: (id: string) => actors.get(id) ?? ANONYMOUS,
    activeOwners: async () =>
      (await fake.accounts.list({ limit: 100 })).filter(({ role, disabled }) => role === 'owner' && !disabled),
  };
}

const lastOwner = { ok: false, error: { code: 'last-owner' } };

test('an owner sees people page by page', async () => {
  const { people, actor } = await createTeam({ ana: 'owner', beto: 'editor', carla: 'viewer' });
  const first = await people.list(actor('ana'), { limit: 2 });
  expect(first.people.map(({ id }) => id)).toEqual(['ana', 'beto']);
  const second = await people.list(actor('ana'), { limit: 2, after: first.next ?? '' });
  expect(second).toEqual({ people: [expect.objectContaining({ id: 'carla' })] });
});

test.each(ROLES.filter((role) => role !== 'owner'))('a %s may do nothing with people', async (role) => {
  const { people, actor, events } = await createTeam({ ana: 'owner', beto: role });
  const beto = actor('beto');
  const actions = [
    people.list(beto, { limit: 1 }),
    people.listInvitations(beto),
    people.invite(beto, { email: 'x@example.org', role: 'viewer', language: 'es' }),
    people.withdrawInvitation(beto, 'x@example.org'),
    people.changeRole(beto, 'beto', 'owner'),
    people.setLanguages(beto, 'beto', ['es']),
    people.suspend(beto, 'ana'),
    people.restore(beto, 'ana'),
    people.remove(beto, 'ana'),
  ];
  for (const action of actions) await expect(action).rejects.toThrow(Forbidden);
  expect(events).toEqual([]);
});

test('an invitation names role and languages, expires, and can be withdrawn', async () => {
  const { people, actor } = await createTeam({ ana: 'owner' });
  const request = { email: 'x@example.org', role: 'translator' as const, languages: ['en', 'en'], language: 'es' };
  const outcome = await people.invite(actor('ana'), request);
  expect(outcome).toMatchObject({ ok: true, invitation: { role: 'translator', languages: ['en'], invitedBy: 'ana' } });
  expect(await people.listInvitations(actor('ana'))).toHaveLength(1);
  expect(await people.withdrawInvitation(actor('ana'), 'x@example.org')).toEqual({ ok: true });
  expect(await people.withdrawInvitation(actor('ana'), 'x@example.org')).toMatchObject({ ok: false });
});

test('languages belong to translators, and are the site’s', async () => {
  const { people, actor } = await createTeam({ ana: 'owner', beto: 'viewer' });
  const ana = actor('ana');
  expect(await people.setLanguages(ana, 'beto', ['en'])).toMatchObject({ error: { code: 'operation-not-allowed' } });
  await people.changeRole(ana, 'beto', 'translator');
  expect(await people.setLanguages(ana, 'beto', ['fr'])).toMatchObject({ error: { code: 'invalid-language' } });
  expect(await people.setLanguages(ana, 'beto', ['en'])).toMatchObject({ ok: true, user: { languages: ['en'] } });
  expect(await people.changeRole(ana, 'beto', 'author')).toMatchObject({ ok: true, user: { languages: [] } });
});

test('suspending and removing end the sessions', async () => {
  const { people, actor, sessions } = await createTeam({ ana: 'owner', beto: 'editor', carla: 'viewer' });
  await people.suspend(actor('ana'), 'beto');
  await people.remove(actor('ana'), 'carla');
  expect([...sessions]).toEqual(['ana']);
  expect(await people.restore(actor('ana'), 'beto')).toMatchObject({ ok: true, user: { disabled: false } });
  expect([...sessions]).toEqual(['ana']);
});

test('the last owner cannot be demoted, suspended or removed', async () => {
  const { people, actor, accounts } = await createTeam({ ana: 'owner', beto: 'owner' });
  const ana = actor('ana');
  await people.suspend(ana, 'beto');
  expect(await people.changeRole(ana, 'ana', 'editor')).toEqual(lastOwner);
  expect(await people.suspend(ana, 'ana')).toEqual(lastOwner);
  expect(await people.remove(ana, 'ana')).toEqual(lastOwner);
  expect(await accounts.lookup('ana')).toMatchObject({ role: 'owner', disabled: false });
});

test('of two owners who demote each other at the same time, one wins', async () => {
  const { people, actor, activeOwners } = await createTeam({ ana: 'owner', beto: 'owner' });
  const outcomes = await Promise.all([
    people.changeRole(actor('ana'), 'beto', 'viewer'),
    people.changeRole(actor('beto'), 'ana', 'viewer'),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes).toContainEqual(lastOwner);
  expect(await activeOwners()).toHaveLength(1);
});

test('whatever people do, in whatever order and at the same time, an active owner is left', async () => {
  const id = fc.constantFrom('ana', 'beto', 'carla');
  const step = fc.oneof(
    fc.record({ action: fc.constant('role' as const), by: id, to: id, role: fc.constantFrom(...ROLES) }),
    fc.record({ action: fc.constantFrom('suspend' as const, 'restore' as const, 'remove' as const), by: id, to: id }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
      const { people, accounts, actor, activeOwners } = await createTeam({
        ana: 'owner',
        beto: 'owner',
        carla: 'viewer',
      });
      for (const round of rounds) {
        await Promise.all(
          round.map(async (each) => {
            const user = await accounts.lookup(each.by);
            const by = user ? actorOf(user) : actor('nobody');
            try {
              if (each.action === 'role') await people.changeRole(by, each.to, each.role);
              else await people[each.action](by, each.to);
            } catch (error) {
              if (!(error instanceof Forbidden)) throw error;
            }
          }),
        );
        expect((await activeOwners()).length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('each action is recorded with its actor and object', async () => {
  const { people, actor, events, store, accounts } = await createTeam({ ana: 'owner', beto: 'viewer' });
  const record = createAccountAudit({ store, lookup: accounts.lookup });
  const ana = actor('ana');
  await people.changeRole(ana, 'beto', 'editor');
  await people.suspend(ana, 'beto');
  await people.restore(ana, 'beto');
  await people.invite(ana, { email: 'x@example.org', role: 'author', language: 'es' });
  await people.withdrawInvitation(ana, 'x@example.org');
  for (const event of events) await record(event);
  await people.remove(ana, 'beto');
  for (const event of events.slice(-1)) await record(event);
  const { entries } = await searchAuditLog(store, ana, { limit: 20 });
  const beto = { kind: 'person', id: 'beto', name: 'BETO' };
  expect(entries).toHaveLength(6);
  for (const entry of entries) expect(entry.actor).toEqual({ kind: 'person', id: 'ana', name: 'ANA' });
  expect(entries.filter(({ object }) => object).map(({ object }) => object)).toEqual([beto, beto, beto, beto]);
  expect(entries.map(({ details }) => details)).toContainEqual({ roleBefore: 'viewer', role: 'editor' });
  expect(entries.map(({ action }) => action)).toContain('person.removed');
  expect(JSON.stringify(entries)).not.toContain('@');
});
