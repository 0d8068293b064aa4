import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/create-item-site.ts';
import { Forbidden } from '../access/forbidden.ts';
import { contentPath } from '../content/collections.ts';
import { countItems } from '../content/count-items.ts';
import { publish } from '../content/publish.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { createPreview } from '../previews/previews.ts';
import { archiveItem, unarchiveItem } from './archive-item.ts';
import { BIN_DAYS, deleteForGood, moveToBin, purgeBin, restoreFromBin } from './bin-item.ts';
import { addLanguage, createItem, duplicateItem } from './create-item.ts';
import { changeOrder, orderBetween } from './item-order.ts';
import { saveVersion } from './save-version.ts';

const eva = person('editor', 'eva');
const ana = person('author', 'ana');
const DAY = 24 * 3_600_000;

describe('creating', () => {
  test('begins a draft without text whose author is whoever created it', async () => {
    const site = createItemSite();
    const outcome = await createItem(site.dependencies, ana, { id: 'new', type: 'notice', sourceLanguage: 'en' });
    expect(outcome).toMatchObject({
      ok: true,
      item: {
        authorId: 'ana',
        createdAt: site.clock.time,
        editedBy: { id: 'ana', name: 'ANA' },
        languages: { en: { title: '', state: 'draft' } },
      },
    });
    expect((await site.card('new'))?.states).toEqual({ es: 'missing', en: 'draft' });
    expect(await site.audited()).toMatchObject([{ act: 'item.created', object: { id: 'new', name: '' } }]);
  });

  test('is refused for a taken or malformed id, an unknown type or language, and for who may not', async () => {
    const site = createItemSite();
    const create = async (rest: object) => {
      const given = { id: 'new', type: 'notice', sourceLanguage: 'es', ...rest };
      const outcome = await createItem(site.dependencies, ana, given);
      return outcome.ok ? 'ok' : outcome.reason;
    };
    expect(await create({ id: 'Not an id' })).toBe('invalid-id');
    expect(await create({ type: 'none' })).toBe('unknown-type');
    expect(await create({ sourceLanguage: 'fr' })).toBe('unknown-language');
    expect(await create({})).toBe('ok');
    expect(await create({})).toBe('taken');
    const given = { id: 'b', type: 'notice', sourceLanguage: 'es' };
    await expect(createItem(site.dependencies, person('translator'), given)).rejects.toThrow(Forbidden);
  });

  test('from another item copies every language with what it remembers, and nothing of what is public', async () => {
    const site = createItemSite();
    const links = { title: { source: 'title', hash: 'h', text: 'Uno' } };
    await site.putItem(
      'a',
      'notice',
      { es: finishedLanguage('uno'), en: finishedLanguage('one', { links }) },
      { tags: ['x'] },
    );
    await publish(site, 'a', ['es']);
    const outcome = await duplicateItem(site.dependencies, ana, { id: 'b', from: 'a', titles: { es: 'Copia' } });
    expect(outcome).toMatchObject({
      ok: true,
      item: { authorId: 'ana', tags: ['x'], languages: { es: { title: 'Copia', slug: '' }, en: { links } } },
    });
    const es = (await site.getItem('b')).data.languages.es;
    expect(es).toMatchObject({ state: 'draft', revision: 0 });
    expect(es).not.toHaveProperty('publishedSlug');
    expect(await duplicateItem(site.dependencies, ana, { id: 'c', from: 'none' })).toMatchObject({
      reason: 'not-found',
    });
  });
});

test('a language is begun by whoever may edit it, once', async () => {
  const site = createItemSite();
  await site.putItem('a', 'notice', { es: finishedLanguage('uno') }, { authorId: 'ana' });
  const add = (actor: typeof eva, language: string) => addLanguage(site.dependencies, actor, { id: 'a', language });
  await expect(add(person('author', 'beto'), 'en')).rejects.toThrow(Forbidden);
  await expect(add(person('translator'), 'es')).rejects.toThrow(Forbidden);
  expect(await add(ana, 'fr')).toMatchObject({ reason: 'unknown-language' });
  const outcome = await add(person('translator'), 'en');
  expect(outcome).toMatchObject({ ok: true, item: { languages: { en: { title: '', state: 'draft', links: {} } } } });
  expect(await site.card('a')).toMatchObject({ states: { en: 'draft' }, health: { missing: 3, missingLanguages: 0 } });
  expect(await add(ana, 'en')).toMatchObject({ ok: true, version: outcome.ok && outcome.version });
});

describe('the archive', () => {
  test('takes an item off the site and out of the list, and gives it back as a draft', async () => {
    const site = createItemSite();
    await site.putItem('a', 'not-found', {
      es: finishedLanguage('uno'),
      en: finishedLanguage('one', {
        state: 'scheduled',
        schedule: { publishAt: 9e12, by: { id: 'eva', name: 'Eva' } },
      }),
    });
    await publish(site, 'a', ['es']);
    await expect(archiveItem(site.dependencies, ana, { id: 'a' })).rejects.toThrow(Forbidden);
    expect(await archiveItem(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await site.content.resolve('es', 'not-found', 'uno')).toEqual({ kind: 'missing' });
    const card = await site.card('a');
    expect(card).toMatchObject({ place: 'archived', states: { es: 'archived', en: 'archived' } });
    expect(card).not.toHaveProperty('nextScheduleAt');
    expect(await unarchiveItem(site.dependencies, eva, { id: 'a', languages: ['es'] })).toMatchObject({ ok: true });
    expect(await site.card('a')).toMatchObject({ place: 'shown', states: { es: 'draft', en: 'archived' } });
    expect(await publish(site, 'a', ['es'])).toMatchObject({ ok: true });
    expect((await site.audited()).map(({ act }) => act)).toEqual(
      expect.arrayContaining(['item.archived', 'item.unarchived']),
    );
  });

  test('takes a language by itself', async () => {
    const site = createItemSite();
    await site.putItem('a', 'not-found', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    await archiveItem(site.dependencies, eva, { id: 'a', languages: ['en'] });
    expect(await site.card('a')).toMatchObject({ place: 'shown', states: { es: 'published', en: 'archived' } });
    const missing = await archiveItem(site.dependencies, eva, { id: 'a', languages: ['fr'] });
    expect(missing).toEqual({ ok: false, reason: 'language-missing' });
  });
});

describe('the bin', () => {
  test('takes an item off the site and out of every count, and gives everything back as drafts', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno'), en: finishedLanguage('one') });
    await publish(site, 'a', ['es', 'en']);
    expect(await moveToBin(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await site.content.alternates('a')).toEqual({});
    expect(await site.card('a')).toMatchObject({ place: 'bin', deletedAt: site.clock.time });
    const counts = await countItems(site.store, eva, { types: ['notice'], languages: ['es'] });
    expect(Object.values(counts[0]?.states ?? {}).every((count) => count === 0)).toBe(true);
    expect(await moveToBin(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'in-bin' });
    expect(await archiveItem(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'in-bin' });
    expect(await restoreFromBin(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
    expect(await restoreFromBin(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    const { data } = await site.getItem('a');
    expect(data.languages.es).toMatchObject({ title: 'Título uno', state: 'draft', revision: 1 });
    expect((await site.audited()).map(({ act }) => act)).toEqual(
      expect.arrayContaining(['item.binned', 'item.unbinned']),
    );
  });

  test('is for editors, and for authors with what is theirs and never was public', async () => {
    const site = createItemSite();
    await site.putItem('own', 'notice', { es: finishedLanguage('uno') }, { authorId: 'ana' });
    await site.putItem('other', 'notice', { es: finishedLanguage('dos') }, { authorId: 'beto' });
    await site.putItem('once', 'notice', { es: finishedLanguage('tres', { revision: 1 }) }, { authorId: 'ana' });
    expect(await moveToBin(site.dependencies, ana, { id: 'own' })).toMatchObject({ ok: true });
    for (const id of ['other', 'once']) {
      await expect(moveToBin(site.dependencies, ana, { id })).rejects.toThrow(Forbidden);
      expect(await moveToBin(site.dependencies, eva, { id })).toMatchObject({ ok: true });
      await expect(restoreFromBin(site.dependencies, ana, { id })).rejects.toThrow(Forbidden);
    }
    await expect(deleteForGood(site.dependencies, ana, { id: 'own' })).rejects.toThrow(Forbidden);
  });

  test('does not take the pages that every site has', async () => {
    const site = createItemSite();
    await site.putItem('about', 'pages', { es: finishedLanguage('about') });
    expect(await moveToBin(site.dependencies, eva, { id: 'about' })).toEqual({ ok: false, reason: 'fixed-page' });
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
    await moveToBin(site.dependencies, eva, { id: 'a' });
    site.clock.time += DAY;
    await moveToBin(site.dependencies, eva, { id: 'b' });
    site.clock.time += (BIN_DAYS - 1) * DAY - 1;
    expect(await purgeBin(site.dependencies)).toBe(0);
    site.clock.time += 1;
    expect(await purgeBin(site.dependencies)).toBe(1);
    expect(site.drafts.calls).toContain('remove a');
    for (const collection of ['items', 'item-cards']) {
      expect((await site.store.runQuery({ collection })).map(({ data }) => data.id)).toEqual(['b']);
    }
    for (const collection of ['revisions', 'versions', 'previews', 'addresses', 'listings', 'publications']) {
      expect(await site.store.runQuery({ collection }), collection).toEqual([]);
    }
    await site.putItem('c', 'not-found', { es: finishedLanguage('a-1') });
    expect(await publish(site, 'c', ['es'])).toMatchObject({ ok: true });
    expect(await site.content.resolve('es', 'not-found', 'a-2')).toEqual({ kind: 'missing' });
    const entries = await site.audited();
    expect(entries.find(({ act }) => act === 'item.deleted')).toMatchObject({
      actor: { kind: 'system' },
      object: { id: 'a' },
    });
  });

  test('can be emptied of an item at once by an editor', async () => {
    const site = createItemSite();
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    expect(await deleteForGood(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    await moveToBin(site.dependencies, eva, { id: 'a' });
    expect(await deleteForGood(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
    expect(await site.store.batchGet([contentPath.item('a'), contentPath.card('a')])).toEqual([undefined, undefined]);
  });
});

describe('deleting for good', () => {
  async function fillBin(store?: DocumentStore) {
    const site = createItemSite(store);
    site.clock.time = 2 * BIN_DAYS * DAY;
    await site.putItem('a', 'notice', { es: finishedLanguage('uno') });
    await publish(site, 'a', ['es']);
    await moveToBin(site.dependencies, eva, { id: 'a' });
    const revisions = async () => (await site.store.runQuery({ collection: 'revisions' })).length;
    expect(await revisions()).toBe(1);
    return { ...site, revisions };
  }

  test('takes nothing of an item that somebody takes out of the bin first', async () => {
    const { store } = createItemSite();
    let isMeeting = false;
    const site = await fillBin({
      ...store,
      async commit(writes) {
        if (isMeeting) {
          isMeeting = false;
          expect(await restoreFromBin(site.dependencies, eva, { id: 'a' })).toMatchObject({ ok: true });
        }
        return store.commit(writes);
      },
    });
    isMeeting = true;
    expect(await deleteForGood(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    expect(await site.card('a')).toMatchObject({ place: 'shown' });
    expect(await site.revisions()).toBe(1);
    expect(site.drafts.calls).not.toContain('remove a');
  });

  test('lets nobody take the item out of the bin once it has begun', async () => {
    const site = await fillBin();
    const { remove } = site.drafts;
    let restored: unknown;
    site.drafts.remove = async (id) => {
      restored = await restoreFromBin(site.dependencies, eva, { id });
      await remove(id);
    };
    expect(await deleteForGood(site.dependencies, eva, { id: 'a' })).toEqual({ ok: true });
    expect(restored).toEqual({ ok: false, reason: 'not-found' });
    expect(await site.card('a')).toBeUndefined();
  });

  test('is ended by the next sweep where it broke off', async () => {
    const site = await fillBin();
    const { remove } = site.drafts;
    site.drafts.remove = async () => {
      throw new Error('killed');
    };
    await expect(deleteForGood(site.dependencies, eva, { id: 'a' })).rejects.toThrow('killed');
    site.drafts.remove = remove;
    expect(await restoreFromBin(site.dependencies, eva, { id: 'a' })).toEqual({ ok: false, reason: 'not-found' });
    expect(await purgeBin(site.dependencies)).toBe(1);
    expect(await site.card('a')).toBeUndefined();
  });

  test('goes on in a sweep as long as it may, an item at a time', async () => {
    const site = createItemSite();
    for (const id of ['a', 'b', 'c']) {
      await site.putItem(id, 'notice', { es: finishedLanguage(id) });
      await moveToBin(site.dependencies, eva, { id });
    }
    site.clock.time += BIN_DAYS * DAY;
    let looks = 0;
    expect(await purgeBin(site.dependencies, { mayGoOn: async () => ++looks < 3 })).toBe(2);
    expect((await site.store.runQuery({ collection: 'items' })).map(({ data }) => data.id)).toEqual(['c']);
    expect(await purgeBin(site.dependencies)).toBe(1);
  });
});

describe('the order of items', () => {
  async function fill() {
    const site = createItemSite();
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      await site.putItem(id, 'faqs', { es: finishedLanguage(id) }, { fields: { order: index + 1 } });
      await publish(site, id, ['es']);
    }
    const publicOrder = async () => (await site.content.all('es', 'faqs')).map(({ itemId }) => itemId);
    return { ...site, publicOrder };
  }

  test('changes for the public at once, and publishes nothing else', async () => {
    const site = await fill();
    await site.editItem('c', (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { es: { ...es, title: 'Sin publicar', state: 'changed' } } } : item;
    });
    expect(await changeOrder(site.dependencies, eva, { id: 'c', after: 'a' })).toMatchObject({ ok: true });
    expect(await site.publicOrder()).toEqual(['a', 'c', 'b']);
    expect((await site.content.all('es', 'faqs'))[1]).toMatchObject({ title: 'Título c', fields: { order: 1.5 } });
    expect(await site.card('c')).toMatchObject({ order: 1.5, states: { es: 'changed' } });
    await changeOrder(site.dependencies, eva, { id: 'b', after: undefined });
    expect(await site.publicOrder()).toEqual(['b', 'a', 'c']);
    expect(await site.card('b')).toMatchObject({ states: { es: 'published' } });
    const revision = contentPath.revision('b', 'es', 2);
    expect((await site.store.batchGet([revision]))[0]?.data).toMatchObject({ by: { id: 'eva' }, fields: { order: 0 } });
  });

  test('is numbered anew when no number is left', async () => {
    const site = await fill();
    for (const id of ['a', 'b', 'c']) {
      await site.editItem(id, (item) => ({ ...item, fields: { order: 1 } }));
    }
    expect(await changeOrder(site.dependencies, eva, { id: 'a', after: 'b' })).toMatchObject({ ok: true });
    expect(await site.publicOrder()).toEqual(['b', 'a', 'c']);
  });

  test('is for editors, and for types that have one', async () => {
    const site = await fill();
    await expect(changeOrder(site.dependencies, ana, { id: 'a', after: 'b' })).rejects.toThrow(Forbidden);
    await site.putItem('n', 'notice', { es: finishedLanguage('n') });
    expect(await changeOrder(site.dependencies, eva, { id: 'n', after: undefined })).toMatchObject({
      reason: 'not-ordered',
    });
    expect(await changeOrder(site.dependencies, eva, { id: 'a', after: 'none' })).toMatchObject({
      reason: 'not-found',
    });
    const created = await createItem(site.dependencies, eva, { id: 'd', type: 'faqs', sourceLanguage: 'es' });
    expect(created).toMatchObject({ item: { fields: { order: 4 } } });
  });

  test.each([
    [1, 2, 1.5],
    [1, 3, 2],
    [undefined, 3, 2],
    [3.5, undefined, 4],
    [undefined, undefined, 1],
    [1, 1, undefined],
    [1, 1 + 1e-12, undefined],
  ])('the place between %s and %s is %s', (before, after, expected) => {
    expect(orderBetween(before, after)).toBe(expected);
  });
});
