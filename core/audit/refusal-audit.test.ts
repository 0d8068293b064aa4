import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { type Actor, ANONYMOUS } from '../access/actor.ts';
import type { Collection } from '../documents/collection.ts';
import { createRefusalAudit } from './account-audit.ts';
import { auditLog, searchAuditLog } from './audit-log.ts';

const person = (id: string, role: 'viewer' | 'owner' = 'viewer'): Actor => ({
  kind: 'person',
  id,
  name: id.toUpperCase(),
  role,
  languages: [],
  disabled: false,
});

function create() {
  const clock = { time: Date.UTC(2026, 0, 15) };
  const store = createMemoryDocumentStore({ collections: [auditLog as Collection] });
  const record = createRefusalAudit({ store, now: () => clock.time, steady: () => clock.time });
  const entries = async () => (await searchAuditLog(store, person('ana', 'owner'), { limit: 100 })).entries;
  return { clock, record, entries };
}

test('a refused action is recorded with the actor, the permission and the network', async () => {
  const { record, entries, clock } = create();
  await record(person('beto'), 'people.manage', {
    address: '203.0.113.77',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  expect(await entries()).toMatchObject([
    {
      action: 'access.refused',
      at: clock.time,
      actor: { kind: 'person', id: 'beto', name: 'BETO' },
      network: '203.0.113.0/24',
      details: { refused: 'people.manage', device: 'Firefox · Linux' },
    },
  ]);
});

test('one person cannot flood the log, nor keep another out of it', async () => {
  const { record, entries, clock } = create();
  await Promise.all(Array.from({ length: 100 }, () => record(person('beto'), 'people.manage', {})));
  expect(await entries()).toHaveLength(20);
  await record(person('carla'), 'audit-log.read', {});
  expect(await entries()).toHaveLength(21);
  clock.time += 3 * 60_000;
  await record(person('beto'), 'people.manage', {});
  await record(person('beto'), 'people.manage', {});
  expect(await entries()).toHaveLength(22);
});

test('who is not signed in is led to the sign-in page, which is no entry', async () => {
  const { record, entries } = create();
  await record(ANONYMOUS, 'people.manage', {});
  expect(await entries()).toEqual([]);
});
