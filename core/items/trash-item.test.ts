import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { Forbidden } from '../access/policy.ts';
import { itemCards, items } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { importCommit } from '../importing/import-commit.ts';
import { countItems } from '../item-cards/count-items.ts';
import { createPreview } from '../previews/previews.ts';
import { commitPublications } from '../publishing/commit-publications.ts';
import { deterministicBlockId } from '../rich-text/block-ids.ts';
import { archiveItem } from './archive-item.ts';
import { createItem } from './create-item.ts';
import { saveVersion } from './save-version.ts';
import { purgeItem, purgeTrash, TRASH_DAYS, trashItem, untrashItem } from './trash-item.ts';

const eva = person('editor', 'eva');
const ana = person('author', 'ana');
const DAY = 24 * 3_600_000;

type ItemSite = ReturnType<typeof createItemSite>;
type Given = Parameters<typeof createItem>[2];

/** Imports an item with a text in Spanish. */
async function importText({ config, dependencies }: ItemSite, given: Given) {
  const { title, slug, summary, body, seo } = finishedLanguage(given.id);
  const languages = { es: { title, slug, summary, body, seo, fields: {} } };
  const commit = importCommit(config, deterministicBlockId, { ...given, tags: [], fields: {}, languages });
  const [outcome] = await commitPublications(dependencies, [commit], { record: () => [] });
  return outcome;
}

describe('the trash', () => {
  test('takes an item off the site and out of every count, and gives everything back as drafts', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    expect(await trashItem(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await site.content.alternates('a')).toEqual({});
    expect(await site.card('a')).toMatchObject({ place: 'trash', trashedAt: site.clock.time });
    const counts = await countItems(site.store, eva, { types: ['notice'], languages: ['es'] });
    expect(Object.values(counts[0]?.states ?? {}).every((count) => count === 0)).toBe(true);
    expect(await trashItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'in-trash' });
    expect(await archiveItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'in-trash' });
    expect(await untrashItem(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await untrashItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ title: 'Título uno', state: 'draft', revision: 1 });
    expect((await site.audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['item.trashed', 'item.untrashed']),
    );
  });

  test('is for editors, and for authors with what is theirs and never was public', async () => {
    const site = createItemSite();
    await site.putItem('own', 'notice', { es: finishedLanguage('uno') }, { authorId: 'ana' });
    await site.putItem('other', 'notice', { es: finishedLanguage('dos') }, { authorId: 'beto' });
    await site.putItem('once', 'notice', { es: finishedLanguage('tres', { revision: 1 }) }, { authorId: 'ana' });
    expect(await trashItem(site.dependencies, ana, { id: 'own' })).toMatchObject({ ok: true });
    for (const id of ['other', 'once']) {
      await expect(trashItem(site.dependencies, ana, { id })).rejects.toThrow(Forbidden);
      expect(await trashItem(site.dependencies, eva, { id })).toMatchObject({ ok: true });
      await expect(untrashItem(site.dependencies, ana, { id })).rejects.toThrow(Forbidden);
    }
    await expect(purgeItem(site.dependencies, ana, { id: 'own' })).rejects.toThrow(Forbidden);
  });

  test('keeps the id of what was deleted for good from every other item, also from one that is imported', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await trashItem(site.dependencies, eva, { id: 'a' });
    await purgeItem(site.dependencies, eva, { id: 'a' });
    const given = { id: 'a', type: 'notice', sourceLanguage: 'es' };
    expect(await createItem(site.dependencies, eva, given)).toEqual({ ok: false, reason: 'taken' });
    expect(await importText(site, given)).toMatchObject({
      ok: false,
      problems: [{ path: ['id'], message: expect.stringContaining('deleted for good') }],
    });
    expect(await site.card('a')).toBeUndefined();
  });

  test.each([
    { name: 'begun', make: (site: ItemSite, given: Given) => createItem(site.dependencies, eva, given) },
    { name: 'imported', make: importText },
  ])('lets a page that every site has be $name again after it was deleted for good', async ({ make }) => {
    const site = createItemSite();
    await site.putItem('about', 'pages', { es: finishedLanguage('about') }, { trashedAt: 1 });
    await purgeItem(site.dependencies, eva, { id: 'about' });
    expect(await make(site, { id: 'about', type: 'pages', sourceLanguage: 'es' })).toMatchObject({ ok: true });
    expect((await site.card('about'))?.place).toBe('shown');
  });

  test('does not take the pages that every site has', async () => {
    const site = createItemSite();
    await site.putItem('about', 'pages', { es: finishedLanguage('about') });
    expect(await trashItem(site.dependencies, eva, { id: 'about' })).toEqual({ ok: false, reason: 'fixed-page' });
  });

  test('is emptied of what has lain in it for 30 days, with everything that belongs to it', async () => {
    const site = createItemSite();
    for (const id of ['a', 'b']) await site.putItem(id, 'not-found', { es: finishedLanguage(`${id}-1`) });
    await publish(site, 'a', ['es']);
    await site.editItem('a', (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { es: { ...es, slug: 'a-2' } } } : item;
    });
    await publish(site, 'a', ['es']);
    await saveVersion(site.dependencies, eva, { itemId: 'a', name: 'Antes' });
    await createPreview(site.dependencies, eva, { itemId: 'a', languages: ['es'] });
    await trashItem(site.dependencies, eva, { id: 'a' });
    site.clock.time += DAY;
    await trashItem(site.dependencies, eva, { id: 'b' });
    site.clock.time += (TRASH_DAYS - 1) * DAY - 1;
    expect(await purgeTrash(site.dependencies)).toBe(0);
    site.clock.time += 1;
    expect(await purgeTrash(site.dependencies)).toBe(1);
    expect(site.drafts.calls).toContain('remove a');
    for (const collection of ['items', 'item-cards']) {
      expect((await site.store.runQuery({ collection })).map(({ data }) => data.id)).toEqual(['b']);
    }
    for (const collection of [
      'revisions',
      'saved-versions',
      'previews',
      'addresses',
      'publication-cards',
      'publications',
    ]) {
      expect(await site.store.runQuery({ collection }), collection).toEqual([]);
    }
    await site.putItem('c', 'not-found', { es: finishedLanguage('a-1') });
    expect(await publish(site, 'c', ['es'])).toMatchObject({ ok: true });
    expect(await site.content.resolve('es', 'not-found', 'a-2')).toEqual({ kind: 'missing' });
    const entries = await site.audited();
    expect(entries.find(({ action }) => action === 'item.purged')).toMatchObject({
      actor: { kind: 'system' },
      object: { id: 'a' },
    });
  });

  test('can be emptied of an item at once by an editor', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    await trashItem(site.dependencies, eva, { id: 'a' });
    expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
    expect(await site.store.batchGet([items.at('a').path, itemCards.at('a').path])).toEqual([undefined, undefined]);
  });
});

describe('deleting for good', () => {
  async function fillBin(store?: DocumentStore) {
    const site = createItemSite(store);
    site.clock.time = 2 * TRASH_DAYS * DAY;
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await publish(site, 'a', ['es']);
    await trashItem(site.dependencies, eva, { id: 'a' });
    const revisions = async () => (await site.store.runQuery({ collection: 'revisions' })).length;
    expect(await revisions()).toBe(1);
    return { ...site, revisions };
  }

  test('takes nothing of an item that somebody takes out of the trash first', async () => {
    const { store } = createItemSite();
    let isMeeting = false;
    const site = await fillBin({
      ...store,
      async commit(writes) {
        if (isMeeting) {
          isMeeting = false;
          expect(await untrashItem(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
        }
        return store.commit(writes);
      },
    });
    isMeeting = true;
    expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    expect(await site.card('a')).toMatchObject({ place: 'shown' });
    expect(await site.revisions()).toBe(1);
    expect(site.drafts.calls).not.toContain('remove a');
  });

  test('lets nobody take the item out of the trash once it has begun', async () => {
    const site = await fillBin();
    const { remove } = site.drafts;
    let restored: unknown;
    site.drafts.remove = async (id) => {
      restored = await untrashItem(site.dependencies, eva, { id });
      await remove(id);
    };
    expect(await purgeItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
    expect(restored).toEqual({ ok: false, reason: 'not-found' });
    expect(await site.card('a')).toBeUndefined();
  });

  test('is ended by the next sweep where it broke off', async () => {
    const site = await fillBin();
    const { remove } = site.drafts;
    site.drafts.remove = async () => {
      throw new Error('killed');
    };
    await expect(purgeItem(site.dependencies, eva, { id: 'a' })).rejects.toThrow('killed');
    site.drafts.remove = remove;
    expect(await untrashItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    expect((await site.card('a'))?.place).toBe('purging');
    expect(await purgeTrash(site.dependencies)).toBe(1);
    expect(await site.card('a')).toBeUndefined();
  });

  test('goes on in a sweep as long as it may, an item at a time', async () => {
    const site = createItemSite();
    for (const id of ['a', 'b', 'c']) {
      await site.putItem(id, 'notice', { es: finishedLanguage(id) });
      await trashItem(site.dependencies, eva, { id });
    }
    site.clock.time += TRASH_DAYS * DAY;
    let looks = 0;
    expect(await purgeTrash(site.dependencies, { mayGoOn: async () => ++looks < 3 })).toBe(2);
    expect((await site.store.runQuery({ collection: 'items' })).map(({ data }) => data.id)).toEqual(['c']);
    expect(await purgeTrash(site.dependencies)).toBe(1);
  });
});
