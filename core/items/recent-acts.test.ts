import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/create-item-site.ts';
import { Forbidden } from '../access/forbidden.ts';
import { publishItems, unpublishItems } from './publish-items.ts';
import { recentActs } from './recent-acts.ts';

test('who did what to an item is told from a moment on, the latest first, and nothing of other items', async () => {
  const site = createItemSite();
  const { dependencies, store } = site;
  const at = (moment: number) => ({ ...dependencies, now: () => moment });
  for (const [index, id] of ['one', 'two'].entries()) {
    await site.putItem(id, 'notice', { es: finishedLanguage(id) });
    await publishItems(at(1_000 + index), person('editor'), [{ id, languages: ['es'] }]);
  }
  await unpublishItems(at(2_000), person('owner'), [{ id: 'one', languages: ['es'] }]);
  const told = async (since: number) => {
    const acts = await recentActs(store, person('editor'), { itemId: 'one', since });
    return acts.map(({ act, actor }) => [act, actor.kind === 'person' && actor.name]);
  };
  expect(await told(0)).toEqual([
    ['item.unpublished', 'OWNER'],
    ['item.published', 'EDITOR'],
  ]);
  expect(await told(1_001)).toEqual([['item.unpublished', 'OWNER']]);
  expect(await told(2_001)).toEqual([]);
});

test('it is for who may read drafts', async () => {
  const { store } = createItemSite();
  await expect(recentActs(store, person('viewer'), { itemId: 'one', since: 0 })).rejects.toThrow(Forbidden);
});
