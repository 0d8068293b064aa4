import { expect, test } from 'vitest';
import { createFakeLog } from '../testing/fake-log.ts';
import { createReadiness } from './readiness.ts';

function create() {
  const log = createFakeLog();
  const stop = new AbortController();
  const database: { failure?: Error } = {};
  const check = createReadiness({
    probe: async () => {
      if (database.failure) throw database.failure;
    },
    stop: stop.signal,
    log,
  });
  return { log, stop, database, check };
}

test('a database that fails is a stable reason outside, and its error is in the log once for each outage', async () => {
  const { log, database, check } = create();
  expect(await check()).toBeUndefined();
  database.failure = new Error('/srv/data/meki.sqlite: disk I/O error');
  expect([await check(), await check()]).toEqual(['database-unavailable', 'database-unavailable']);
  expect(log.errors.map(({ fields }) => fields.err)).toEqual([database.failure]);
  const { failure } = database;
  delete database.failure;
  expect(await check()).toBeUndefined();
  database.failure = failure;
  await check();
  expect(log.errors).toHaveLength(2);
});

test('a server that is told to stop is not ready any more', async () => {
  const { stop, check, log } = create();
  stop.abort();
  expect(await check()).toBe('stopping');
  expect(log.errors).toEqual([]);
});
