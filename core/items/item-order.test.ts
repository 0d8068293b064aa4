import { describe, expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { Forbidden } from '../access/policy.ts';
import { revisions } from '../content/collections.ts';
import { orderBetween } from '../content-types/manual-order.ts';
import { DraftTooLarge } from '../drafts/drafts.ts';
import { listItemCards } from '../item-cards/list-item-cards.ts';
import { createItem } from './create-item.ts';
import { changeOrder } from './item-order.ts';

const eva = person('editor', 'eva');
const ana = person('author', 'ana');

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
    const revision = revisions.at('b', 'es', 2).path;
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

  test('has items without a number last, the newest first, on the page as in the list, until they are moved', async () => {
    const site = await fill();
    for (const [index, id] of ['y', 'x', 'z'].entries()) {
      await site.putItem(id, 'faqs', { es: finishedLanguage(id) }, { fields: {} });
      if (id !== 'z') await publish({ ...site, now: () => 1_000_000_000_000 + index }, id, ['es']);
    }
    const list = async () => {
      const search = { types: ['faqs'], place: 'shown', sort: 'order', language: 'es', limit: 10 } as const;
      return (await listItemCards(site.store, eva, search)).cards.map(({ id }) => id);
    };
    expect(await site.publicOrder()).toEqual(['a', 'b', 'c', 'x', 'y']);
    expect((await list()).filter((id) => id !== 'z')).toEqual(['a', 'b', 'c', 'x', 'y']);
    expect((await list()).slice(3)).toContain('z');
    const created = await createItem(site.dependencies, eva, { id: 'd', type: 'faqs', sourceLanguage: 'es' });
    expect(created).toMatchObject({ item: { fields: { order: 4 } } });
    expect(await changeOrder(site.dependencies, eva, { id: 'y', after: 'c' })).toMatchObject({ ok: true });
    expect(await site.publicOrder()).toEqual(['a', 'b', 'c', 'y', 'x']);
    expect(await changeOrder(site.dependencies, eva, { id: 'a', after: 'x' })).toMatchObject({ ok: true });
    expect(await site.publicOrder()).toEqual(['b', 'c', 'y', 'x', 'a']);
    expect((await list()).filter((id) => !'zd'.includes(id))).toEqual(['b', 'c', 'y', 'x', 'a']);
  });

  test('stays where an item has no room for its place', async () => {
    const site = await fill();
    site.drafts.changeShared = () => Promise.reject(new DraftTooLarge());
    expect(await changeOrder(site.dependencies, eva, { id: 'c', after: undefined })).toEqual({
      ok: false,
      reason: 'too-long',
    });
    expect(await site.publicOrder()).toEqual(['a', 'b', 'c']);
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
