import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '../../adapters/memory/document-store.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { interleave } from '../../test/helpers/interleave.ts';
import { addresses, publicationCards } from '../content/collections.ts';
import { listingProblems } from '../doctor/check-content.ts';
import { deleteFound } from '../documents/retry-on-conflict.ts';
import { prunePreviews } from '../previews/previews.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { restoreSavedVersion } from './restore-history.ts';
import { listSavedVersions } from './revisions.ts';
import { saveVersion } from './save-version.ts';
import { purgeItem, trashItem } from './trash-item.ts';

const eva = person('editor', 'eva');

async function createSite() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  await site.putItem('a', 'notice', { es: finishedLanguage('uno', { title: 'Antes' }) });
  const savedVersions = async () => (await listSavedVersions(store, eva, { itemId: 'a', limit: 9 })).entries;
  const retitle = (title: string) =>
    site.editItem('a', (item) => ({ ...item, languages: { es: finishedLanguage('uno', { title }) } }));
  const purge = async () => {
    await trashItem(site.dependencies, eva, { id: 'a' });
    expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
  };
  return { ...site, beforeCommit, savedVersions, retitle, purge };
}

test('a saved version has the contents of the item at that time, and none is saved of an item that is purged meanwhile', async () => {
  const site = await createSite();
  const save = () => saveVersion(site.dependencies, eva, { itemId: 'a', name: 'v' });
  site.beforeCommit(() => site.retitle('Ahora'));
  expect(await save()).toMatchObject({ ok: true, savedVersion: { languages: { es: { title: 'Ahora' } } } });
  site.beforeCommit(site.purge);
  expect(await save()).toEqual({ ok: false, reason: 'not-found' });
  expect(await site.store.runQuery({ collection: 'saved-versions' })).toEqual([]);
});

test('before a saved version is restored, the current contents of the drafts are saved', async () => {
  const site = await createSite();
  const saved = await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'v' });
  const target = { itemId: 'a', id: saved.ok ? saved.id : '', languages: ['es'], shared: false };
  site.clock.time += 1000;
  site.beforeCommit(() => site.retitle('Ahora'));
  expect(await restoreSavedVersion(site.dependencies, eva, target)).toMatchObject({ ok: true });
  const kept = (await site.savedVersions()).find(({ kind }) => kind === 'before-restore');
  expect(kept?.languages.es?.title).toBe('Ahora');
  site.beforeCommit(site.purge);
  expect(await restoreSavedVersion(site.dependencies, eva, target)).toEqual({ ok: false, reason: 'not-found' });
  expect(await site.store.runQuery({ collection: 'saved-versions' })).toEqual([]);
});

test('an address that another item leaves while the former holder is deleted for good keeps leading to that item', async () => {
  const site = await createSite();
  const address = addresses.at('es', 'notice', 'uno').path;
  const set = (itemId: string) => site.store.commit([{ kind: 'set', path: address, data: { itemId } }]);
  await set('a');
  await trashItem(site.dependencies, eva, { id: 'a' });
  const stopped = site.beforeCommit(
    () => set('b'),
    (writes) => writes.some(({ kind, path }) => kind === 'delete' && path === address),
  );
  expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
  expect(stopped()).toBe(1);
  expect((await site.store.batchGet([address]))[0]?.data).toEqual({ itemId: 'b' });
});

test('what is renewed while it is deleted because it expired stays', async () => {
  const site = await createSite();
  const preview = { itemId: 'a', languages: ['es'], createdAt: 0, by: { id: 'eva', name: 'Eva' } };
  const put = (id: string, expiresAt: number) =>
    site.store.commit([{ kind: 'set', path: `previews/${id}`, data: { ...preview, expiresAt } }]);
  await put('one', 1);
  await put('two', 1);
  site.beforeCommit(() => put('one', site.clock.time + 1));
  expect(await prunePreviews(site.dependencies)).toBe(1);
  expect((await site.store.runQuery({ collection: 'previews' })).map(({ path }) => path)).toEqual(['previews/one']);
  expect(await deleteFound(site.store, { collection: 'previews' })).toBe(1);
});

test('publishing what is public already brings no card back while somebody takes the item off the site', async () => {
  const site = await createSite();
  const target = { id: 'a', languages: ['es'] };
  const publish = () => publishItem(site.dependencies, eva, target, { acceptWarnings: true });
  await publish();
  const { batchGet } = site.store;
  let unpublished = 0;
  site.store.batchGet = async (paths) => {
    // The item has been read, and its publication cards are read next.
    if (unpublished === 0 && paths.includes(publicationCards.at('es', 'a').path)) {
      unpublished++;
      expect(await unpublishItem(site.dependencies, eva, target)).toMatchObject({ ok: true });
    }
    return batchGet(paths);
  };
  expect(await publish()).toMatchObject({ ok: true });
  expect(unpublished).toBe(1);
  const problems: string[] = [];
  for await (const line of listingProblems(site.store)) problems.push(line);
  expect(problems).toEqual([]);
});
