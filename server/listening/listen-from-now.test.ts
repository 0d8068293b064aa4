import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { until } from '../../test/helpers/eventually.ts';
import { listenFromNow } from './listen-from-now.ts';

test('a store that refuses to listen again is told and tried again, and never throws from a timer', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  onTestFinished(() => void process.off('uncaughtException', uncaught));
  const store = createMemoryDocumentStore({ collections: testCollections });
  const errors: string[] = [];
  let fail = true;
  const stop = listenFromNow(store, 'purged-items', {
    onChanges() {
      if (fail) throw new Error('mine');
    },
    onGap() {},
    onError: ({ name, message }) => errors.push(name === 'Error' ? message : name),
    retryAfter: 1,
  });
  await new Promise((resolve) => setImmediate(resolve));
  await store.commit([{ kind: 'set', path: 'purged-items/a', data: { at: 1 } }]);
  fail = false;
  expect(errors).toEqual(['mine']);
  await store.close();
  await until(() => errors.length > 3);
  expect(new Set(errors.slice(1))).toEqual(new Set(['StoreUnavailable']));
  expect(uncaught).not.toHaveBeenCalled();
  stop();
});
