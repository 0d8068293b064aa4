import { expect, test } from 'vitest';
import type { Document } from '#core/documents/document-store.ts';
import { CACHE_AGE } from './data-limits.ts';
import { chooseEvicted, LiveTargets } from './live-targets.ts';
import type { KeptTarget } from './storage/data-storage.ts';
import { createMemoryStorage } from './storage/safe-storage.ts';
import type { TargetView } from './target-view.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

const documentOf = (id: string, version: number, data = { folder: 'inbox' }): Document => ({
  ...{ path: `messages/${id}`, version, data },
  ...{ createdAt: 0, updatedAt: 0 },
});

const queryOf = (limit: number) => ({
  query: { collection: 'messages', where: [{ field: 'folder', op: '==' as const, value: 'inbox' }], limit },
});

/** @param answer the documents that the server has */
function create(answer: (paths: string[]) => Document[] = () => [], { storage = createMemoryStorage(), now = 0 } = {}) {
  const asked: string[][] = [];
  let clock = now;
  const targets = new LiveTargets({
    storage,
    batches: () => [],
    cacheBytes: 0,
    onChange: () => {},
    now: () => (clock += 1),
    transport: {
      request: async (_path, body) => {
        const { paths } = body as { paths: string[] };
        asked.push(paths);
        return { documents: answer(paths) } as never;
      },
    },
  });
  return { storage, asked, targets };
}

test('documents of a list that the server does not vouch for are checked, 100 at once', async () => {
  const { targets, asked } = create((paths) =>
    paths.filter((path) => path !== 'messages/m7').map((path) => documentOf(path.slice(9), 3)),
  );
  let view: TargetView | undefined;
  targets.listen(queryOf(200), (next) => {
    view = next;
  });
  targets.take({ target: '1', kind: 'state', documents: [], removed: [], resumeToken: 'a' });
  const written = Array.from({ length: 130 }, (_, index) => documentOf(`m${index}`, 2));
  targets.takeWritten(written);
  expect(view?.documents).toHaveLength(130);
  await settle();
  expect(asked.map((paths) => paths.length)).toEqual([100, 30]);
  expect(view?.documents, 'the server says that they are not in the list').toEqual([]);
  const documents = written.filter(({ path }) => path !== 'messages/m7');
  targets.take({ target: '1', kind: 'changes', documents, removed: [], resumeToken: 'b' });
  expect(view?.documents).toHaveLength(129);
  await settle();
  expect(asked).toHaveLength(2);
});

test('an older document never replaces a newer one', () => {
  const { targets } = create();
  let view: TargetView | undefined;
  targets.listen({ documents: ['messages/a'] }, (next) => {
    view = next;
  });
  targets.takeWritten([documentOf('a', 5)]);
  const documents = [documentOf('a', 4, { folder: 'spam' })];
  targets.take({ target: '1', kind: 'state', documents, removed: [], resumeToken: 'a' });
  expect(view?.documents[0]?.version).toBe(5);
});

test('a document that is gone from the server is gone from the page', () => {
  const { targets } = create();
  let view: TargetView | undefined;
  targets.listen({ documents: ['messages/a'] }, (next) => {
    view = next;
  });
  targets.take({ target: '1', kind: 'state', documents: [documentOf('a', 1)], removed: [], resumeToken: 'a' });
  expect(view?.documents).toHaveLength(1);
  targets.take({ target: '1', kind: 'changes', documents: [], removed: ['messages/a'], resumeToken: 'b' });
  expect(view?.documents).toEqual([]);
});

test('a list is kept with its token, and those that were used longest ago make room', async () => {
  const { targets, storage } = create();
  const long = { folder: 'inbox', text: 'x'.repeat(300_000) };
  for (const [index, limit] of [1, 2, 3].entries()) {
    targets.listen(queryOf(limit), () => {});
    const documents = [documentOf(`m${limit}`, limit, long)];
    targets.take({ target: String(index + 1), kind: 'state', documents, removed: [], resumeToken: `t${limit}` });
  }
  await settle();
  const kept = (await storage.values('targets')) as KeptTarget[];
  expect(kept.map(({ resumeToken }) => resumeToken)).toEqual(['t3']);
  const again = create();
  await again.storage.put('targets', { [JSON.stringify(queryOf(3))]: kept[0] });
  let view: TargetView | undefined;
  again.targets.listen(queryOf(3), (next) => {
    view = next;
  });
  await settle();
  expect(view).toMatchObject({ isFromCache: true, documents: [{ path: 'messages/m3' }] });
  expect(again.targets.listened()).toMatchObject([{ resumeToken: 't3' }]);
});

test('a result that nobody looked at for 14 days is deleted with the next visit', async () => {
  const { targets, storage } = create();
  targets.listen(queryOf(1), () => {});
  targets.take({ target: '1', kind: 'state', documents: [documentOf('a', 1)], removed: [], resumeToken: 'a' });
  await settle();
  expect(await storage.values('targets')).toHaveLength(1);
  create(undefined, { storage, now: CACHE_AGE + 10 });
  await settle();
  expect(await storage.values('targets')).toEqual([]);
});

const MEGABYTE = 1_048_576;

test('what was used longest ago goes first, until the rest fits', () => {
  const entries = [2, 4, 1, 3].map((usedAt) => ({ usedAt, bytes: MEGABYTE }));
  expect(chooseEvicted(entries, 2 * MEGABYTE, 5).map(({ usedAt }) => usedAt)).toEqual([2, 1]);
  expect(chooseEvicted(entries, 4 * MEGABYTE, 5)).toEqual([]);
});

test('a cache is never smaller than 1,048,576 bytes', () => {
  const entries = [
    { usedAt: 1, bytes: 1 },
    { usedAt: 2, bytes: MEGABYTE },
  ];
  expect(chooseEvicted(entries, 0, 5)).toEqual([entries[0]]);
  expect(chooseEvicted(entries.slice(1), 0, 5)).toEqual([]);
});

test('what was not used for 14 days goes, however small', () => {
  const entries = [
    { usedAt: 1, bytes: 1 },
    { usedAt: 2, bytes: 1 },
  ];
  expect(chooseEvicted(entries, MEGABYTE, 1 + CACHE_AGE)).toEqual([]);
  expect(chooseEvicted(entries, MEGABYTE, 2 + CACHE_AGE)).toEqual([entries[0]]);
});
