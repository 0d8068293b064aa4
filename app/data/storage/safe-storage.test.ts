import { expect, test, vi } from 'vitest';
import type { DataStorage } from './data-storage.ts';
import { createMemoryStorage, createSafeStorage } from './safe-storage.ts';

const BATCH = { seq: 1, changes: [], about: { label: 'a', href: '/a' } };

const failing = (broken: Partial<DataStorage>) => async () => ({ ...createMemoryStorage(), ...broken });
const refuse = () => Promise.reject(new DOMException('The quota is exceeded', 'QuotaExceededError'));

test.each([
  ['idb-open', refuse],
  ['idb-get', failing({ get: refuse, values: refuse })],
  ['idb-set', failing({ put: refuse })],
] as const)('%s is a warning, and the page works on without the storage', async (code, open) => {
  const warn = vi.fn();
  const storage = createSafeStorage(open, warn);
  await storage.put('writes', { '1': BATCH });
  await storage.put('facts', { seq: 1 });
  expect(await storage.inTurn('queue', () => storage.get('facts', 'seq'))).toBe(1);
  expect(await storage.values('writes')).toEqual([BATCH]);
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    `${code}: the browser keeps no data; the page works on without`,
  ]);
});

test('a connection that was closed, by signing out in another window, is no warning', async () => {
  const warn = vi.fn();
  const refuse = () => Promise.reject(new DOMException('The database connection is closing.', 'InvalidStateError'));
  const storage = createSafeStorage(failing({ get: refuse, values: refuse, put: refuse }), warn);
  await storage.put('facts', { seq: 1 });
  expect(await storage.get('facts', 'seq')).toBe(1);
  expect(await storage.values('writes')).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
});
