import { expect, test } from 'vitest';
import type { Item, ItemLanguage } from '#core/content/item.ts';
import { publishItem } from '#core/publishing/publish-item.ts';
import { readSettledItem } from '#core/publishing/settle-items.ts';
import { createMemoryDocumentStore } from '../../../adapters/memory/document-store.ts';
import { testCollections } from '../../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { articleOf } from '../../../test/helpers/data-folders/write-items.ts';
import { interleave } from '../../../test/helpers/interleave.ts';
import { partial } from '../../../test/helpers/partial.ts';
import type { ManagedItem } from '../managed-item/read-managed-item.ts';
import { changeLife, lifeStamp, readPublishingForm } from './change-life.ts';

const formOf = (fields: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

test('warnings that were said yes to are read as a browser without script sends them too', () => {
  const accepted = 'en summary-missing \r\nes link-other-language x';
  const form = readPublishingForm(
    formOf([
      ['intent', 'publish'],
      ['accepted', accepted],
    ]),
  );
  expect(form?.accepted).toEqual(['en summary-missing ', 'es link-other-language x']);
});

test('languages are each named once, in the order of the form; one that the item lacks stays, to be refused', () => {
  const fields = ['es', 'en', 'es', 'fr', '../x'].map((code): [string, string] => ['languages', code]);
  expect(readPublishingForm(formOf([['intent', 'publish'], ...fields]))?.languages).toEqual(['es', 'en', 'fr']);
});

test('a form that asks for nothing the page does is none', () => {
  expect(readPublishingForm(formOf([['intent', 'anything']]))).toBeUndefined();
});

const editor = person('editor');

/** The panel of a published item, whose draft has another slug and warns of nothing. */
async function openPanel() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  await site.putItem('a', 'not-found', { es: finishedLanguage('a-es') });
  await publishItem(site.dependencies, editor, { id: 'a', languages: ['es'] });
  const change = (content: { slug?: string; summary?: string }) =>
    site.editItem('a', (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { es: { ...es, ...content, state: 'changed' as const } } } : item;
    });
  await change({ slug: 'b-es' });
  const publish = async (...fields: [string, string][]) => {
    const body = new FormData();
    for (const [name, value] of [['intent', 'publish'], ['languages', 'es'], ...fields])
      body.append(name ?? '', value ?? '');
    const settled = await readSettledItem(site.dependencies, 'a');
    const form = readPublishingForm(body);
    if (!settled || !form) throw new Error('The item is there');
    const dependencies = { ...site.dependencies, drafts: site.drafts };
    return changeLife(partial<ManagedItem>({ ...settled, dependencies, actor: editor }), form);
  };
  return { ...site, change, publish, beforeCommit };
}

test('what somebody types after it was checked is not published unseen', async () => {
  const { publish, beforeCommit, change, content } = await openPanel();
  const stopped = beforeCommit(() => change({ summary: '' }));
  expect(await publish()).toMatchObject({ ok: false, reason: 'checks', checks: [{ code: 'summary-missing' }] });
  expect(stopped()).toBe(1);
  expect(await content.resolve('es', 'not-found', 'a-es')).toMatchObject({ kind: 'item' });
});

test('a yes covers the warnings that were shown, and no others', async () => {
  const { publish, change } = await openPanel();
  await change({ summary: '' });
  expect(await publish(['accepted', 'es slug-former '])).toMatchObject({ ok: false, reason: 'checks' });
  expect(await publish(['accepted', 'es summary-missing '])).toMatchObject({ ok: true, notice: 'published' });
  expect(await publish(['accepted', 'es summary-missing '])).toMatchObject({ ok: true, notice: 'nothing' });
});

const item = articleOf('ayuno', { es: { title: 'Ayuno', slug: 'ayuno', paragraphs: ['No coma.'] } });

const withSpanish = (change: Partial<ItemLanguage>): Item => {
  const { es } = item.languages;
  if (!es) throw new Error('The article is in Spanish');
  return { ...item, languages: { es: { ...es, ...change } } };
};

test('what is typed does not change how an item stands', () => {
  expect(lifeStamp(withSpanish({ title: 'Otro', slug: 'otro', summary: 'Otro.' }))).toBe(lifeStamp(item));
  const published = withSpanish({ state: 'published', publishedSlug: 'ayuno', revision: 1 });
  const { es } = published.languages;
  if (!es) throw new Error('The article is in Spanish');
  expect(lifeStamp({ ...published, languages: { es: { ...es, state: 'changed' } } })).toBe(lifeStamp(published));
});

test.each<[string, Item]>([
  ['publishing', withSpanish({ state: 'published', publishedSlug: 'ayuno', revision: 1 })],
  ['archiving', withSpanish({ state: 'archived' })],
  ['scheduling', withSpanish({ state: 'scheduled', schedule: { publishAt: 5 } })],
  ['the trash', { ...item, trashedAt: 1 }],
])('%s does', (_, changed) => {
  expect(lifeStamp(changed)).not.toBe(lifeStamp(item));
});
