import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Fireemu, startFireemu, whyNoFireemu } from '../../test/helpers/cloud/start-fireemu.ts';
import { things } from '../contracts/contract-store.ts';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createFirestoreDocumentStore } from './document-store.ts';

const missing = whyNoFireemu();

describe.skipIf(missing !== undefined)(`Firestore${missing === undefined ? '' : ` (${missing})`}`, () => {
  let emulator: Fireemu | undefined;
  let count = 0;
  beforeAll(async () => {
    emulator = await startFireemu(['firestore'], { profile: 'emulator' });
  });
  afterAll(() => emulator?.stop());

  describeDocumentStore(
    'firestore',
    ({ collections, now }) => {
      count += 1;
      return createFirestoreDocumentStore({
        collections,
        project: `demo-${process.pid}-${count}`,
        database: '(default)',
        emulatorHost: emulator?.hosts.firestore ?? '',
        ...(now && { now }),
      });
    },
    {
      commits: 'the service joins commits that follow each other closely',
      resuming: 'the service takes the token of the same target only, and does not tell what was there before',
      retention: 'the service deletes by age',
      runs: 8,
    },
  );

  test('counts what the service bills: each document asked for or found, one for an empty answer, and writes', async () => {
    const store = createFirestoreDocumentStore({
      collections: [things],
      project: `demo-usage-${process.pid}`,
      database: '(default)',
      emulatorHost: emulator?.hosts.firestore ?? '',
    });
    onTestFinished(() => store.close());
    const ids = ['one', 'two', 'three'];
    await store.commit(ids.map((id) => ({ kind: 'set', path: `things/${id}`, data: {} })));
    const commitOfThree = { reads: 0, writes: 4 };
    expect(store.usage(), 'with that of the change feed').toEqual(commitOfThree);
    await store.batchGet(['things/one', 'things/none']);
    expect(store.usage().reads).toBe(2);
    await store.runQuery({ collection: 'things' });
    expect(store.usage().reads).toBe(5);
    await store.runQuery({ collection: 'things', where: [{ field: 'a', op: '==', value: 7 }] });
    expect(store.usage().reads).toBe(6);
    await store.runAggregation({ collection: 'things' }, [{ kind: 'count' }]);
    expect(store.usage().reads).toBe(7);
  });
});
