import { expect, test } from 'vitest';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createReadiness } from './readiness.ts';

type Part = 'read' | 'write' | 'storage';

function create() {
  const log = createFakeLog();
  const stop = new AbortController();
  const clock = { time: 0 };
  const failing: { [part in Part]?: Error | 'silent' } = {};
  const tried = { read: 0, write: 0, storage: 0 };
  const search = { isComplete: true };
  const probe = (part: Part) => async () => {
    tried[part] += 1;
    if (failing[part] === 'silent') await new Promise(() => {});
    if (failing[part]) throw failing[part];
  };
  const readiness = createReadiness({
    probes: {
      ...{ read: probe('read'), write: probe('write'), storage: probe('storage') },
      search: () => search.isComplete,
    },
    ...{ stop: stop.signal, log, now: () => clock.time, patience: 20 },
  });
  return { log, stop, clock, failing, tried, search, ...readiness };
}

/** An error of SQLite, as the store throws it. */
const sqlite = (errcode: number) => new StoreUnavailable('/srv/x', { cause: Object.assign(new Error(), { errcode }) });

test('a database that fails is a stable reason outside, and its error is in the log once for each outage', async () => {
  const { log, failing, notReady } = create();
  expect(await notReady()).toBeUndefined();
  const failure = new Error('/srv/data/meki.sqlite: disk I/O error');
  failing.read = failure;
  expect([await notReady(), await notReady()]).toEqual(['database-unavailable', 'database-unavailable']);
  expect(log.errors.map(({ fields }) => fields.err)).toEqual([failure]);
  delete failing.read;
  expect(await notReady()).toBeUndefined();
  failing.read = failure;
  await notReady();
  expect(log.errors).toHaveLength(2);
});

test('a database that does not answer counts as unavailable, and is not asked by everybody meanwhile', async () => {
  const { failing, notReady, tried } = create();
  failing.read = 'silent';
  expect(await Promise.all([notReady(), notReady()])).toEqual(['database-unavailable', 'database-unavailable']);
  expect(tried.read).toBe(1);
});

test('a server that is told to stop is not ready any more', async () => {
  const { stop, notReady, log } = create();
  stop.abort();
  expect(await notReady()).toBe('stopping');
  expect(log.errors).toEqual([]);
});

const GOOD = { read: { ok: true }, write: { ok: true }, storage: { ok: true }, search: { ok: true } };

test.each<[string, { [part in Part]?: Error | 'silent' }, object]>([
  ['nothing', {}, {}],
  ['a full disk', { write: sqlite(13) }, { write: { ok: false, reason: 'disk-full' } }],
  ['a read-only disk', { write: sqlite(8 + 256) }, { write: { ok: false, reason: 'read-only' } }],
  ['a lock that is not given back', { write: sqlite(5) }, { write: { ok: false, reason: 'database-unavailable' } }],
  [
    'a folder that may not be read',
    { storage: new Error('x', { cause: Object.assign(new Error(), { code: 'EACCES' }) }) },
    { storage: { ok: false, reason: 'read-only' } },
  ],
  ['a bucket that fails', { storage: new Error('503') }, { storage: { ok: false, reason: 'storage-unavailable' } }],
  ['a bucket that hangs', { storage: 'silent' }, { storage: { ok: false, reason: 'no-answer' } }],
])('with %s, a server is ready for visitors, and tells in detail what it cannot do', async (_, failing, expected) => {
  const { report, ...made } = create();
  Object.assign(made.failing, failing);
  expect(await report()).toEqual({ status: 'ready', checks: { ...GOOD, ...expected } });
});

test('a search that is being filled is told, and a database that hangs as what it is', async () => {
  const { report, search, failing } = create();
  search.isComplete = false;
  failing.read = 'silent';
  expect(await report()).toEqual({
    status: 'database-unavailable',
    checks: { ...GOOD, read: { ok: false, reason: 'no-answer' }, search: { ok: false, reason: 'incomplete' } },
  });
});

test('however often it is asked, it writes once in 10 s', async () => {
  const { report, tried, clock } = create();
  await Promise.all([report(), report()]);
  clock.time += 9_999;
  await report();
  expect(tried).toMatchObject({ write: 1, storage: 1 });
  clock.time += 1;
  await report();
  expect(tried).toMatchObject({ write: 2, storage: 2 });
});
