import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { DraftEntry } from '#core/drafts/draft-log.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { noError } from '../contracts/contract-store.ts';
import { describeDraftLog } from '../contracts/draft-log.contract.ts';
import { createSqliteDraftLog } from './draft-log.ts';
import { openDatabase } from './open-database.ts';

function open(file = join(makeTemporaryFolder(), 'meki.db')) {
  const database = openDatabase({ file, writeWaitMs: 1000 });
  let closed = false;
  const close = () => {
    if (!closed) database.close();
    closed = true;
  };
  onTestFinished(close);
  return { log: createSqliteDraftLog(database), database, close, file };
}

describeDraftLog('sqlite', () => open().log);

test('updates are there when the file is opened again', async () => {
  const first = open();
  const position = await first.log.append('item/a/es', new Uint8Array([1, 2]));
  await first.log.settle('item/a/es', position);
  first.close();
  const { log } = open(first.file);
  expect(await log.read('item/a/es')).toEqual([{ position, update: new Uint8Array([1, 2]) }]);
  expect(await log.open(['item/a/es'])).toMatchObject([{ settled: position }]);
});

test('updates that cannot be written are refused together, and the next ones are taken', async () => {
  const { log, database } = open();
  const writing = database.writing;
  database.writing = () => {
    throw new StoreUnavailable('The disk is full.');
  };
  const refused = [log.append('item/a/es', new Uint8Array([1])), log.append('item/b/es', new Uint8Array([2]))];
  for (const outcome of await Promise.allSettled(refused)) expect(outcome.status).toBe('rejected');
  database.writing = writing;
  await log.append('item/a/es', new Uint8Array([3]));
  expect((await log.read('item/a/es')).map(({ update }) => [...update])).toEqual([[3]]);
  expect(await log.read('item/b/es')).toEqual([]);
});

test('drafts with updates that were not settled are found without looking at all of them', () => {
  const { database } = open();
  const plan = database.all('EXPLAIN QUERY PLAN SELECT name FROM drafts WHERE settled < last ORDER BY name');
  expect(String(plan[0]?.at(-1))).toContain('drafts_unsettled');
});

test('what another process appends reaches a follower', async () => {
  const first = open();
  const second = open(first.file);
  const told: number[][] = [];
  const onEntries = (entries: DraftEntry[]) => told.push(...entries.map(({ update }) => [...update]));
  onTestFinished(first.log.follow('item/a/es', onEntries, { ...noError, after: 0 }));
  await second.log.append('item/a/es', new Uint8Array([1]));
  await eventually(() => expect(told).toEqual([[1]]));
});
