import { expect, test } from 'vitest';
import { publishItems } from '#core/items/publish-items.ts';
import { createMemoryDocumentStore } from '../../../adapters/memory/document-store.ts';
import { testCollections } from '../../../test/helpers/content/create-content-site.ts';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/content/create-item-site.ts';
import { interleave } from '../../../test/helpers/interleave.ts';
import { publishTogether } from './change-life.ts';

const editor = person('editor');
const yes = { accepted: [], together: ['b es:b-es>a-es'] };
const target = { id: 'a', languages: ['es'] };

/** Two published items whose drafts have each other's slugs. */
async function openExchange() {
  const { store, beforeCommit } = interleave(createMemoryDocumentStore({ collections: testCollections }));
  const site = createItemSite(store);
  for (const id of ['a', 'b']) {
    await site.putItem(id, 'not-found', { es: finishedLanguage(`${id}-es`) });
    await publishItems(site.dependencies, editor, [{ id, languages: ['es'] }], { acceptWarnings: true });
  }
  const change = (id: string, content: { slug?: string; summary?: string }) =>
    site.editItem(id, (item) => {
      const { es } = item.languages;
      return es ? { ...item, languages: { es: { ...es, ...content, state: 'changed' as const } } } : item;
    });
  await change('a', { slug: 'b-es' });
  await change('b', { slug: 'a-es' });
  return { ...site, change, beforeCommit, dependencies: { ...site.dependencies, drafts: site.drafts } };
}

test('a yes to both publishes both', async () => {
  const { dependencies, content } = await openExchange();
  const outcome = await publishTogether({ dependencies, actor: editor }, yes, target);
  expect(outcome).toMatchObject({ ok: true, notice: 'publishedTogether' });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'a' } });
});

test('what somebody types into the other one after it was checked is not published unseen', async () => {
  const { dependencies, beforeCommit, change, content } = await openExchange();
  const stopped = beforeCommit(() => change('b', { summary: '' }));
  const outcome = await publishTogether({ dependencies, actor: editor }, yes, target);
  expect(stopped()).toBe(1);
  expect(outcome).toMatchObject({
    ok: false,
    reason: 'together',
    checked: [{ item: { id: 'a' } }, { item: { id: 'b' }, checks: [{ code: 'summary-missing' }] }],
  });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'b' } });
});

test('a yes covers only the addresses that were shown', async () => {
  const { dependencies, change, content } = await openExchange();
  await change('b', { slug: 'elsewhere' });
  const outcome = await publishTogether({ dependencies, actor: editor }, yes, target);
  expect(outcome).toMatchObject({
    ok: false,
    reason: 'together',
    checked: [{ item: { id: 'a' } }, { item: { id: 'b' } }],
  });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'b' } });
});
