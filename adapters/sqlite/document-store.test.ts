import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { things } from '../contracts/contract-store.ts';
import { describeDocumentStore } from '../contracts/document-store.contract.ts';
import { createSqliteDocumentStore } from './document-store.ts';

describeDocumentStore('sqlite', (options) =>
  createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), ...options }),
);

/** More reads in a row than any computer does in a slice. */
const MANY = 200_000;

test.each(['batchGet', 'runQuery', 'runAggregation'] as const)(
  'a task that awaits one %s after the other lets requests have their turn',
  async (method) => {
    const store = createSqliteDocumentStore({ file: join(makeTemporaryFolder(), 'meki.db'), collections: [things] });
    onTestFinished(() => store.close());
    const read = {
      batchGet: () => store.batchGet(['things/a']),
      runQuery: () => store.runQuery({ collection: 'things' }),
      runAggregation: () => store.runAggregation({ collection: 'things' }, [{ kind: 'count' }]),
    }[method];
    let isServed = false;
    setImmediate(() => {
      isServed = true;
    });
    let reads = 0;
    for (; !isServed && reads < MANY; reads++) await read();
    expect(reads).toBeLessThan(MANY);
  },
);
