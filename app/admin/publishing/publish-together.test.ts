import { expect, test } from 'vitest';
import { publishItems } from '#core/items/publish-items.ts';
import { createItemSite, finishedLanguage, person } from '../../../test/helpers/create-item-site.ts';
import { publishTogether } from './publish-together.ts';

const editor = person('editor');
const yes = { accepted: [], together: ['b es:b-es>a-es'] };
const target = { id: 'a', languages: ['es'] };

/** Two published items whose drafts have each other's slugs. */
async function openExchange() {
  const site = createItemSite();
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
  return { ...site, change, dependencies: { ...site.dependencies, drafts: site.drafts } };
}

test('a yes to both publishes both', async () => {
  const { dependencies, content } = await openExchange();
  const outcome = await publishTogether({ dependencies, actor: editor }, yes, target);
  expect(outcome).toEqual({ ok: true, isSame: false, isTogether: true });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'a' } });
});

test('what somebody types into the other one after it was checked is not published unseen', async () => {
  const { dependencies, drafts, change, content } = await openExchange();
  let settled = 0;
  const typing = {
    ...drafts,
    async settle(id: string) {
      // It is settled three times: to find it, to check it, and to publish it.
      if (id === 'b' && ++settled === 3) await change('b', { summary: '' });
      return [];
    },
  };
  const outcome = await publishTogether(
    { dependencies: { ...dependencies, drafts: typing }, actor: editor },
    yes,
    target,
  );
  expect(settled).toBe(3);
  expect(outcome).toEqual({ ok: false, id: 'b', reason: 'conflict' });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'b' } });
});

test('a yes covers only the addresses that were shown', async () => {
  const { dependencies, change, content } = await openExchange();
  await change('b', { slug: 'elsewhere' });
  const outcome = await publishTogether({ dependencies, actor: editor }, yes, target);
  expect(outcome).toMatchObject({ ok: false, reason: 'together', partners: [{ item: { id: 'b' } }] });
  expect(await content.resolve('es', 'not-found', 'b-es')).toMatchObject({ publication: { itemId: 'b' } });
});
