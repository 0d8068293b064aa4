import { expect, test } from 'vitest';
import { testActor, testConfig } from '../../test/helpers/content/create-content-site.ts';
import { person } from '../../test/helpers/content/create-item-site.ts';
import { createImport, itemValue } from '../../test/helpers/importing/create-import.ts';
import { publicationCards } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { listingProblems } from '../doctor/check-content.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { unpublishItem } from '../publishing/publish-item.ts';

test('imports many items in few commits, and reports progress', async () => {
  const site = createImport();
  let commits = 0;
  const { commit } = site.store;
  site.store.commit = (writes) => {
    commits++;
    return commit(writes);
  };
  const seen: number[] = [];
  const report = await site.bring(
    Array.from({ length: 300 }, (_, index) => itemValue(`item-${index}`)),
    ({ imported }) => seen.push(imported),
  );
  expect(report.imported).toBe(300);
  expect(commits).toBeLessThan(10);
  expect(seen.length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect((await site.content.list('en', 'notice', { page: 1, pageSize: 1 })).total).toBe(300);
});

test('imports long items in commits that the store takes', async () => {
  const site = createImport();
  const body = { markdown: 'ñ'.repeat(80_000) };
  const long = Array.from({ length: 24 }, (_, index) =>
    itemValue(`item-${index}`, { languages: { es: { title: `Largo ${index}`, body } } }),
  );
  expect(await site.bring(long)).toMatchObject({ imported: 24, problems: [] });
});

test('retries after a conflict', async () => {
  const site = createImport();
  const { commit } = site.store;
  let first = true;
  site.store.commit = async (writes) => {
    if (!first) return commit(writes);
    first = false;
    throw new PreconditionFailed('items/a', 'the document exists already');
  };
  expect(await site.bring([itemValue('a')])).toMatchObject({ imported: 1, problems: [] });
  expect((await site.getItem('a')).data satisfies Item).toMatchObject({ id: 'a' });
});

test('records one entry per commit, with the name of the item if it is the only one', async () => {
  const site = createImport();
  await site.bring(Array.from({ length: 44 }, (_, index) => itemValue(`item-${index}`)));
  expect(await site.audited()).toEqual([
    {
      action: 'item.imported',
      at: site.clock.time,
      actor: testActor,
      details: { count: 44, languages: ['es', 'en'] },
    },
  ]);
  site.clock.time += 1;
  await site.bring([itemValue('item-0'), itemValue('item-1', { tags: ['x'] })]);
  await site.bring([itemValue('item-0'), itemValue('item-1', { tags: ['x'] })]);
  const [, second, ...rest] = await site.audited();
  expect(second).toMatchObject({
    action: 'item.imported',
    object: { kind: 'item', id: 'item-1', name: 'Título item-1' },
  });
  expect(rest).toEqual([]);
});

test('an unchanged item that is unpublished meanwhile is published again completely', async () => {
  const site = createImport();
  await site.bring([itemValue('a')]);
  const eva = person('editor', 'eva');
  const { batchGet } = site.store;
  let unpublished = 0;
  site.store.batchGet = async (paths) => {
    // The item has been read, and its publication cards are read next.
    if (unpublished === 0 && paths.includes(publicationCards.at('es', 'a').path)) {
      unpublished++;
      const target = { id: 'a', languages: ['es', 'en'] };
      expect(await unpublishItem({ store: site.store, config: testConfig }, eva, target)).toMatchObject({
        ok: true,
      });
    }
    return batchGet(paths);
  };
  expect(await site.bring([itemValue('a')])).toMatchObject({ imported: 1, problems: [] });
  expect(unpublished).toBe(1);
  const problems: string[] = [];
  for await (const line of listingProblems(site.store)) problems.push(line);
  expect(problems).toEqual([]);
  expect(await site.content.resolve('es', 'notice', 'titulo-a')).toMatchObject({ kind: 'item' });
});
