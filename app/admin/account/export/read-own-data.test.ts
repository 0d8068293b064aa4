import { expect, test } from 'vitest';
import { type Actor, actorOf } from '#core/access/actor.ts';
import { Forbidden } from '#core/access/policy.ts';
import type { User } from '#core/accounts/user.ts';
import { type AuditEntry, auditLog, recordAudit } from '#core/audit/audit-log.ts';
import type { Collection } from '#core/documents/collection.ts';
import { createMemoryDocumentStore } from '../../../../adapters/memory/document-store.ts';
import { readOwnData } from './read-own-data.ts';

const ana: User = {
  id: 'ana',
  email: 'ana@meki.test',
  name: 'Ana',
  role: 'viewer',
  languages: [],
  disabled: false,
  language: 'es',
  confirmed: true,
  createdAt: 0,
};
const session = {
  id: 'never shown',
  userId: 'ana',
  device: 'Firefox · Windows',
  remember: true,
  createdAt: 0,
  lastUsedAt: 1000,
  expiresAt: 2000,
  authenticatedAt: 0,
};
const entry = (at: number, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'session.signed-in',
  at,
  actor: { kind: 'person', id: 'ana', name: 'Ana' },
  ...rest,
});

async function createStore(entries: AuditEntry[]) {
  const store = createMemoryDocumentStore({ collections: [auditLog as Collection] });
  for (const one of entries) await recordAudit(store, one);
  return store;
}

test('the file holds the account, its sessions without what names them, and every action of the person', async () => {
  const store = await createStore(Array.from({ length: 450 }, (_, at) => entry(at)));
  const own = await readOwnData(store, actorOf(ana), { user: ana, sessions: [session], now: 3000 });
  expect(own).toMatchObject({
    exportedAt: '1970-01-01T00:00:03.000Z',
    account: { email: 'ana@meki.test', role: 'viewer', createdAt: '1970-01-01T00:00:00.000Z' },
    sessions: [{ device: 'Firefox · Windows', keptSignedIn: true, lastUsedAt: '1970-01-01T00:00:01.000Z' }],
  });
  expect(own.activity).toHaveLength(450);
  expect(own.activity[0]).toEqual({ at: '1970-01-01T00:00:00.449Z', action: 'session.signed-in' });
  expect(JSON.stringify(own)).not.toContain('never shown');
});

test('what others did stays out of it, and their names too', async () => {
  const other = { id: 'beto', name: 'Beto' };
  const store = await createStore([
    entry(1, { actor: { kind: 'person', ...other }, object: { kind: 'person', id: 'ana', name: 'Ana' } }),
    entry(2, { action: 'person.removed', object: { kind: 'person', ...other } }),
  ]);
  const own = await readOwnData(store, actorOf(ana), { user: ana, sessions: [], now: 0 });
  expect(own.activity).toEqual([{ at: '1970-01-01T00:00:00.002Z', action: 'person.removed' }]);
});

test('nobody gets the data of somebody else', async () => {
  const owner: Actor = { kind: 'person', id: 'o', name: 'O', role: 'owner', languages: [], disabled: false };
  const store = await createStore([]);
  await expect(readOwnData(store, owner, { user: ana, sessions: [], now: 0 })).rejects.toThrow(Forbidden);
});
