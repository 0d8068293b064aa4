import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { notePlans, openSqlite } from '../../test/helpers/documents/note-plans.ts';
import { type Actor, ANONYMOUS } from '../access/actor.ts';
import { Forbidden } from '../access/policy.ts';
import type { Collection } from '../documents/collection.ts';
import { createAccountAudit } from './account-audit.ts';
import { type AuditEntry, auditLog, pruneAuditLog, recordAudit, searchAuditLog } from './audit-log.ts';

const owner: Actor = { kind: 'person', id: 'ana', name: 'Ana', role: 'owner', languages: [], disabled: false };
const createStore = () => createMemoryDocumentStore({ collections: [auditLog as Collection] });
const entry = (at: number, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'session.signed-in',
  at,
  actor: { kind: 'person', id: 'ana', name: 'Ana' },
  ...rest,
});
const beto = { id: 'beto', name: 'Beto' };

test('is searched by person, as actor or object, by action and by time', async () => {
  const store = createStore();
  await recordAudit(store, entry(1));
  await recordAudit(store, entry(2, { action: 'person.removed', object: { kind: 'person', ...beto } }));
  await recordAudit(store, entry(3, { actor: { kind: 'person', ...beto } }));
  await recordAudit(store, entry(4, { action: 'session.sign-in-failed', actor: { kind: 'anonymous' } }));
  const times = async (search: object) =>
    (await searchAuditLog(store, owner, { limit: 10, ...search })).entries.map(({ at }) => at);
  expect(await times({})).toEqual([4, 3, 2, 1]);
  expect(await times({ person: 'beto' })).toEqual([3, 2]);
  expect(await times({ actions: ['session.signed-in', 'person.removed'] })).toEqual([3, 2, 1]);
  expect(await times({ actions: ['session.signed-in'], person: 'beto' })).toEqual([3]);
  expect(await times({ from: 2, until: 4 })).toEqual([3, 2]);
});

test('a program is found as a person is, as what did it or what it was done to', async () => {
  const store = createStore();
  const robot = { kind: 'program' as const, id: 'program-1', name: 'Robot' };
  await recordAudit(store, entry(1, { action: 'token.created', object: robot }));
  await recordAudit(store, entry(2, { action: 'item.published', actor: robot }));
  await recordAudit(store, entry(3, { action: 'item.published', object: { kind: 'item', id: 'program-1', name: '' } }));
  const { entries } = await searchAuditLog(store, owner, { limit: 10, person: 'program-1' });
  expect(entries.map(({ at }) => at)).toEqual([2, 1]);
});

test('pages give every entry once, also those of the same moment', async () => {
  const store = createStore();
  for (const at of [5, 5, 5, 5, 6]) await recordAudit(store, entry(at));
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await searchAuditLog(store, owner, { limit: 2, ...(after !== undefined && { after }) });
    seen.push(...page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  expect(new Set(seen).size).toBe(5);
  expect(seen).toHaveLength(5);
  expect((await searchAuditLog(store, owner, { limit: 9, after: 'nonsense' })).entries).toHaveLength(5);
});

test('is read by owners alone', async () => {
  const store = createStore();
  for (const actor of [ANONYMOUS, { ...owner, role: 'editor' as const }, { ...owner, disabled: true }]) {
    await expect(searchAuditLog(store, actor, { limit: 1 })).rejects.toThrow(Forbidden);
  }
});

test('forgets entries after a year, and only those', async () => {
  const store = createStore();
  const day = 24 * 3_600_000;
  const now = 1000 * day;
  for (let i = 0; i < 250; i++) await recordAudit(store, entry(now - 366 * day));
  await recordAudit(store, entry(now - 365 * day));
  expect(await pruneAuditLog(store, { now })).toBe(250);
  expect(await pruneAuditLog(store, { now })).toBe(0);
  expect((await searchAuditLog(store, owner, { limit: 5 })).entries).toHaveLength(1);
});

test('an index leads to everything that can be asked of it', async () => {
  const { store, expectIndexed } = notePlans(await openSqlite([auditLog as Collection]));
  const after = `5.${crypto.randomUUID()}`;
  for (const search of [{}, { person: 'a' }, { actions: ['item.published' as const] }]) {
    for (const range of [{}, { from: 1, until: 9 }, { after }]) {
      await searchAuditLog(store, owner, { limit: 5, ...search, ...range });
      await searchAuditLog(store, owner, { limit: 5, actions: ['item.published'], person: 'a', ...search, ...range });
    }
  }
  await pruneAuditLog(store);
  expectIndexed();
});

test('a failed sign-in names the account without its email, and only the network', async () => {
  const store = createStore();
  const record = createAccountAudit({ store, lookup: async () => ({ name: 'Beto' }) });
  const failed = { kind: 'sign-in-failed', at: 1, email: 'beto@example.org', address: '203.0.113.77' } as const;
  await record({ ...failed, userId: 'beto', reason: 'invalid-credential' });
  await record({ ...failed, at: 2 });
  const { entries } = await searchAuditLog(store, owner, { limit: 5 });
  expect(entries).toMatchObject([
    { action: 'session.sign-in-failed', actor: { kind: 'anonymous' }, network: '203.0.113.0/24' },
    { object: { kind: 'person', ...beto }, details: { reason: 'invalid-credential' } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/@|113\.77/);
});

test('the actor is the server if there is no person', async () => {
  const store = createStore();
  const record = createAccountAudit({ store, lookup: async () => ({ name: 'Beto' }) });
  await record({ kind: 'account-created', at: 1, userId: 'beto', email: 'b@example.org', role: 'owner' });
  await record({ kind: 'signed-in', at: 2, userId: 'beto', device: 'Firefox · Linux' });
  const { entries } = await searchAuditLog(store, owner, { limit: 5 });
  expect(entries).toMatchObject([
    { actor: { kind: 'person', ...beto }, details: { device: 'Firefox · Linux' } },
    { actor: { kind: 'system' }, object: { id: 'beto' }, details: { role: 'owner' } },
  ]);
});

test('the event names a person who no longer exists, and the command line is the actor if nobody is signed in', async () => {
  const store = createStore();
  const record = createAccountAudit({ store, lookup: async () => undefined, machine: { kind: 'command-line' } });
  await record({ kind: 'account-removed', at: 1, userId: 'beto', email: 'b@example.org', name: 'Beto' });
  const { entries } = await searchAuditLog(store, owner, { limit: 5 });
  expect(entries).toMatchObject([
    { action: 'person.removed', actor: { kind: 'command-line' }, object: { kind: 'person', ...beto } },
  ]);
});

test('a person who no longer exists when the entry is written has the name from the event', async () => {
  const store = createStore();
  const record = createAccountAudit({ store, lookup: async (id) => (id === 'ana' ? { name: 'Ana' } : undefined) });
  await record({
    kind: 'account-removed',
    at: 1,
    actorId: 'ana',
    userId: 'beto',
    email: 'b@example.org',
    name: 'Beto',
  });
  await record({ kind: 'account-deleted', at: 2, actorId: 'caro', userId: 'caro', name: 'Caro' });
  const { entries } = await searchAuditLog(store, owner, { limit: 5 });
  expect(entries).toMatchObject([
    { action: 'account.deleted', actor: { kind: 'person', id: 'caro', name: 'Caro' } },
    { action: 'person.removed', actor: { id: 'ana', name: 'Ana' }, object: { kind: 'person', ...beto } },
  ]);
});
