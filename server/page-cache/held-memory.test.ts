import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { addressOf } from '../../test/helpers/page-cache/page-addressing.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { renderedPage } from '../testing/rendered.ts';
import type { CachedPage } from './cached-page.ts';
import { followChanges } from './follow-changes.ts';
import { ENTRY_BYTES, textBytes } from './held-bytes.ts';
import { PageCache } from './page-cache.ts';
import { createReadIndex } from './read-index.ts';

const notes = defineCollection({
  name: 'notes',
  schema: z.looseObject({}) as never,
  indexes: [],
  policy: { read: 'public' },
});
const MAX_BYTES = 60_000;

const page = fc.integer({ min: 2, max: 14 });
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('get' as const), pages: fc.array(page, { minLength: 1 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lite', 'payload', 'improve', 'gzip'), page }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change' as const), page, length: fc.integer({ max: 9_000, min: 0 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('touch', 'remove', 'settle'), page }) },
);

/** The memory of the queries of pages and of their results: every page has one of its own. */
async function sharedBytes(store: DocumentStore, pages: CachedPage[]): Promise<number> {
  let bytes = 0;
  for (const { address } of pages) {
    const query = { collection: 'notes', limit: Number(/page=(\d+)/.exec(address.key)?.[1]) };
    const found = await store.runQuery(query);
    bytes += 2 * textBytes(JSON.stringify(['documents', query])) + 6 * ENTRY_BYTES;
    bytes += found.reduce((sum, { path }) => sum + textBytes(path) + ENTRY_BYTES, 0);
  }
  return bytes;
}

/** Responses that are cached, and responses that are not. */
const KINDS = ['page', 'page', 'page', 'redirect', 'gone', 'failure'];

test('whatever is asked for, changed and driven out, what is held is what is counted, and within the bound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      const store = createMemoryDocumentStore({ collections: [notes] });
      let isWell = false;
      const index = createReadIndex();
      const cache = new PageCache({
        async render(target, source) {
          const number = Number(/page=(\d+)/.exec(target)?.[1]);
          const [note] = await source.batchGet([`notes/${number}`, 'notes/all']);
          await source.runQuery({ collection: 'notes', limit: number });
          const length = Number(note?.data.length ?? 1_000);
          const kind = isWell ? 'page' : KINDS[length % KINDS.length];
          if (kind === 'failure') throw new Error('broken');
          const text = `${number} ${length} `.repeat(Math.ceil(length / 8));
          return renderedPage(text, {
            status: kind === 'redirect' ? 301 : kind === 'gone' ? 404 : 200,
            payload: { text: text.slice(0, length / 2) },
          });
        },
        store,
        index,
        log: createFakeLog(),
        securityHeaders: ['X-Some', 'header'],
        maxBytes: MAX_BYTES,
      });
      const following = followChanges({ store, collections: ['notes'], changes: index, log: createFakeLog() });
      const load = (number: number) => cache.load(addressOf('/estudios', `?page=${number}`)).catch(() => undefined);
      const keyBytes = ({ address }: { address: { key: string } }) => textBytes(address.key) + 2 * ENTRY_BYTES;
      const ready = () => cache.pages().reduce((sum, each) => sum + each.size() + keyBytes(each), 0);
      const check = () => {
        expect(ready()).toBeLessThanOrEqual(cache.bytes());
        expect(cache.bytes()).toBeLessThanOrEqual(MAX_BYTES);
      };

      for (const each of actions) {
        if (each.kind === 'get') void Promise.all(each.pages.map(load)).then(check);
        else if (each.kind === 'change') {
          await store.commit([{ kind: 'set', path: `notes/${each.page}`, data: { length: each.length } }]);
        } else if (each.kind === 'remove') await store.commit([{ kind: 'delete', path: `notes/${each.page}` }]);
        else if (each.kind === 'touch') index.touchAll();
        else if (each.kind === 'settle') await cache.settled();
        else {
          const found = cache.lookup(`/estudios?page=${each.page}`);
          if (found && each.kind === 'improve') void found.improve().then(check);
          else if (found && each.kind === 'gzip') void found.full.gzip?.body;
          else if (found) void (each.kind === 'lite' ? found.lite() : found.payload()).then(check);
        }
        check();
        await new Promise((resolve) => setImmediate(resolve));
        check();
      }
      // Once nothing fails or changes, all cached pages are fresh, and the size is that of the cached pages.
      following.stop();
      isWell = true;
      index.touchAll();
      await Promise.all(Array.from({ length: 13 }, (_, at) => load(at + 2)));
      await cache.settled();
      expect(cache.bytes()).toBe(ready() + (await sharedBytes(store, cache.pages())));
      expect(cache.bytes()).toBeLessThanOrEqual(MAX_BYTES);
      cache.close();
      await store.close();
    }),
    { numRuns: 60 },
  );
}, 60_000);
