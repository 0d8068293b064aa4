import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import type { DocumentPath, ListenOptions } from '#core/documents/document-store.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { testCollections } from '../../../../test/helpers/content/create-content-site.ts';
import { nextVersion } from './next-version.ts';

const PATH: DocumentPath = 'purged-items/a';
const LONG = 60_000;

test('answers with the next version, and with the known one where there is none for a while', async () => {
  const store = createMemoryDocumentStore({ collections: testCollections });
  const setAt = async (at: number) =>
    (await store.commit([{ kind: 'set', path: PATH, data: { at } }])).versions[0] ?? 0;
  const known = await setAt(1);
  expect(await nextVersion(store, PATH, { known, wait: 1 })).toBe(known);
  const waiting = nextVersion(store, PATH, { known, wait: LONG });
  const version = await setAt(2);
  expect(await waiting).toBe(version);
});

test('a store that fails meanwhile, or is closed already, rejects the question and nothing else', async () => {
  let fail: ListenOptions['onError'] = () => {};
  const failing = {
    listen(_target: unknown, _onSnapshot: unknown, { onError }: ListenOptions) {
      fail = onError;
      return () => {};
    },
  };
  const waiting = nextVersion(failing, PATH, { known: 1, wait: LONG });
  fail(new StoreUnavailable('gone'));
  await expect(waiting).rejects.toThrow('gone');

  const closed = createMemoryDocumentStore({ collections: testCollections });
  await closed.close();
  await expect(nextVersion(closed, PATH, { known: 1, wait: 1 })).rejects.toThrow(StoreUnavailable);
});
