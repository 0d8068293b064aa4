import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/create-item-site.ts';
import { Forbidden } from '../access/forbidden.ts';
import { contentPath } from '../content/collections.ts';
import type { Item } from '../content/item.ts';
import { stageItem } from '../content/stage-item.ts';
import { createUnitOfWork } from '../content/unit-of-work.ts';
import { createItem } from './create-item.ts';
import { publishItems, unpublishItems } from './publish-items.ts';
import { recentActs } from './recent-acts.ts';

test('who did what to an item is told from a moment on, the latest first, and nothing of other items', async () => {
  const { dependencies, store } = createItemSite();
  const { config, now } = dependencies;
  const editor = person('editor');
  for (const id of ['one', 'two']) {
    await createItem(dependencies, editor, { id, type: 'articles', sourceLanguage: 'es' });
    const unit = createUnitOfWork(store);
    await unit.read([contentPath.item(id)]);
    const item = unit.get<Item>(contentPath.item(id));
    if (!item) throw new Error(`There is no item ${id}`);
    stageItem(unit, config, { ...item, languages: { es: finishedLanguage(id) } });
    await unit.commit();
    const published = await publishItems(dependencies, editor, [{ id, languages: ['es'] }], { acceptWarnings: true });
    expect(published.ok).toBe(true);
  }
  const since = now();
  expect(await recentActs(store, editor, { itemId: 'one', since: since + 1 })).toEqual([]);
  await unpublishItems({ ...dependencies, now: () => since + 5 }, person('owner'), [{ id: 'one', languages: ['es'] }]);
  const acts = await recentActs(store, editor, { itemId: 'one', since: 0 });
  expect(acts.map(({ act, actor }) => [act, actor.kind === 'person' && actor.name])).toEqual([
    ['item.unpublished', 'OWNER'],
    ['item.published', 'EDITOR'],
  ]);
  await expect(recentActs(store, person('viewer'), { itemId: 'one', since: 0 })).rejects.toThrow(Forbidden);
});
