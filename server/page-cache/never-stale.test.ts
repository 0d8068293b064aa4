import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentReader, Query, Write } from '#core/documents/document-store.ts';
import { openStoredSite } from '../../test/helpers/page-cache/open-stored-site.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { notified } from '../testing/notified.ts';
import { renderedPage } from '../testing/rendered.ts';
import { followChanges } from './follow-changes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';
import { rememberReads } from './remember-reads.ts';

const cards = defineCollection({
  name: 'cards',
  schema: z.looseObject({}) as never,
  indexes: [
    [
      { field: 'kind', direction: 'asc' },
      { field: 'rank', direction: 'desc' },
    ],
    [
      { field: 'kind', direction: 'asc' },
      { field: 'tags', array: true },
      { field: 'rank', direction: 'desc' },
    ],
    [{ field: 'rank', direction: 'asc' }],
  ],
  policy: { read: 'public' },
  feed: ['kind', 'rank', 'tags'],
});

const kind = fc.constantFrom('a', 'b');
const rank = fc.integer({ min: 0, max: 2 });
const tag = fc.constantFrom('x', 'y');
const id = fc.integer({ min: 0, max: 4 }).map((number) => `cards/${number}` as const);

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    path: id,
    data: fc.record(
      { kind, rank, title: fc.string({ maxLength: 3 }), tags: fc.uniqueArray(tag) },
      { requiredKeys: ['kind', 'rank', 'tags'] },
    ),
  }),
  fc.record({ kind: fc.constant('delete' as const), path: id }),
) as fc.Arbitrary<Write>;

const newest = (where: Query['where'], limit: number, offset: number): Query => ({
  collection: 'cards',
  where: where ?? [],
  orderBy: [{ field: 'rank', direction: 'desc' }],
  limit,
  offset,
});
const where = fc.oneof(
  kind.map((value) => [{ field: 'kind', op: '==' as const, value }]),
  fc.tuple(kind, tag).map(([k, value]) => [
    { field: 'kind', op: '==' as const, value: k },
    { field: 'tags', op: 'array-contains' as const, value },
  ]),
);

/** The reads of a page: documents, queries, also for some members, and aggregations. */
const read = fc.oneof(
  fc.record({ kind: fc.constant('documents' as const), paths: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('query' as const),
    query: fc
      .tuple(where, fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 1 }))
      .map(([filters, limit, offset]) => newest(filters, limit, offset)),
  }),
  fc.record({
    kind: fc.constant('selected' as const),
    query: fc
      .tuple(where, fc.integer({ min: 1, max: 2 }))
      .map(([filters, limit]): Query => ({ ...newest(filters, limit, 0), select: ['tags'] })),
  }),
  fc.record({
    kind: fc.constant('numbers' as const),
    query: where.map((filters): Query => ({ collection: 'cards', where: filters })),
    sums: fc.boolean(),
  }),
);
type Read = typeof read extends fc.Arbitrary<infer T> ? T : never;

async function perform(store: DocumentReader, reads: Read[]): Promise<string> {
  const results: unknown[] = [];
  for (const one of reads) {
    if (one.kind === 'documents') results.push((await store.batchGet(one.paths)).map((document) => document?.data));
    else if (one.kind === 'query')
      results.push((await store.runQuery(one.query)).map(({ path, data }) => [path, data]));
    else if (one.kind === 'selected')
      results.push((await store.runQuery(one.query)).map(({ path, data }) => [path, data.tags]));
    else {
      const sum = one.sums ? [{ kind: 'sum' as const, field: 'rank' }] : [];
      results.push(await store.runAggregation(one.query, [{ kind: 'count' }, ...sum]));
    }
  }
  return JSON.stringify(results);
}

const PATHS = ['/a', '/b', '/c'];

const folder = mkdtempSync(join(tmpdir(), 'never-stale-'));
afterAll(() => rmSync(folder, { recursive: true }));

const commit = fc.uniqueArray(write, { minLength: 1, maxLength: 3, selector: ({ path }) => path });

/** What happens to a server: commits, its end by a stop or by a kill, with commits until the next start, and time to write. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), writes: commit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('stop' as const, 'kill' as const),
      meanwhile: fc.array(commit, { maxLength: 3 }),
      loadsReads: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
);

test('whatever is committed and whatever pages read, no page that is kept is ever stale', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(read, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      fc.array(commit, { minLength: 10, maxLength: 20 }),
      async (pages, commits) => {
        const store = createMemoryDocumentStore({ collections: [cards] });
        const readsOf = (target: string) => pages[PATHS.indexOf(target)] ?? [];
        const index = createReadIndex();
        const remembered = rememberReads(store, index, { maxAnswers: 4 });
        const cache = new PageCache({
          render: async (target, source) => renderedPage(await perform(source, readsOf(target))),
          store: remembered.store,
          index,
          log: createFakeLog(),
          securityHeaders: [],
        });
        const following = followChanges({
          store,
          collections: ['cards'],
          changes: index,
          log: createFakeLog(),
        });
        for (const writes of [[], ...commits]) {
          if (writes.length > 0) await store.commit(writes);
          const loading = PATHS.map((path) => cache.load(addressOf(path, '')));
          await Promise.all(loading);
          await notified(store, 'cards');
          for (const path of PATHS) {
            const page = cache.lookup(path);
            if (page) expect(page.full.identity.body.toString()).toBe(await perform(store, readsOf(path)));
          }
        }
        await cache.settled();
        for (const path of PATHS) {
          expect(cache.lookup(path)?.full.identity.body.toString()).toBe(await perform(store, readsOf(path)));
        }
        following.stop();
        cache.close();
        await store.close();
      },
    ),
    { numRuns: 50 },
  );
});

test('whatever is committed while no server runs, no page from before the start is ever stale', async () => {
  let runs = 0;
  let restored = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(read, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
      fc.array(event, { minLength: 8, maxLength: 16 }),
      async (pages, events) => {
        const store = createMemoryDocumentStore({ collections: [cards] });
        const readsOf = (target: string) => pages[PATHS.indexOf(target)] ?? [];
        const render = async (target: string, source: DocumentReader) =>
          renderedPage(await perform(source, readsOf(target)));
        const files = join(folder, `${++runs}-`);
        let starts = 0;
        const start = (loadsReads: boolean) =>
          openStoredSite({ store, file: `${files}${starts}`, render, collections: ['cards'], starts: loadsReads });
        let site = await start(true);
        for (const one of events) {
          if (one.kind === 'commit') await store.commit(one.writes);
          else if (one.kind === 'wait') await setTimeout(5);
          else {
            // A kill leaves the files as they are at this moment.
            if (one.kind === 'stop') await site.stop();
            for (const ending of ['', '-wal']) {
              const file = `${files}${starts}${ending}`;
              if (existsSync(file)) copyFileSync(file, `${files}${starts + 1}${ending}`);
            }
            if (one.kind === 'kill') await site.stop();
            starts += 1;
            for (const writes of one.meanwhile) await store.commit(writes);
            site = await start(one.loadsReads);
          }
          await notified(store, 'cards');
          for (const path of PATHS) {
            const renders = site.rendered.length;
            const page = site.cache.lookup(path);
            if (page) expect(page.full.identity.body.toString()).toBe(await perform(store, readsOf(path)));
            if (page && renders === 0) restored += 1;
          }
          await Promise.all(PATHS.map(site.load));
        }
        await site.stop();
        await store.close();
      },
    ),
    { numRuns: 40 },
  );
  expect(restored).toBeGreaterThan(30);
});
