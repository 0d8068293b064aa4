import { expect, test } from 'vitest';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { Forbidden } from '../access/policy.ts';
import { publishItem, unpublishItem } from '../publishing/publish-item.ts';
import { recentActions } from './recent-actions.ts';

test('recent actions on an item are listed from a time on, latest first, without those on other items', async () => {
  const site = createItemSite();
  const { dependencies, store } = site;
  const at = (moment: number) => ({ ...dependencies, now: () => moment });
  for (const [index, id] of ['one', 'two'].entries()) {
    await site.putItem(id, 'notice', { es: finishedLanguage(id) });
    await publishItem(at(1_000 + index), person('editor'), { id, languages: ['es'] });
  }
  await unpublishItem(at(2_000), person('owner'), { id: 'one', languages: ['es'] });
  const { data: item } = await site.getItem('one');
  const told = async (since: number, now = 3_000) => {
    const actions = await recentActions(store, person('editor'), { item, since, now });
    return actions.map(({ action, name }) => [action, name]);
  };
  expect(await told(0)).toEqual([
    ['item.unpublished', 'OWNER'],
    ['item.published', 'EDITOR'],
  ]);
  expect(await told(0, 86_400_000 + 1_500), 'a day after').toEqual([['item.unpublished', 'OWNER']]);
  expect(await told(1_001)).toEqual([['item.unpublished', 'OWNER']]);
  expect(await told(2_001)).toEqual([]);
});

test('it requires a permission to publish the item or to move it to the trash', async () => {
  const site = createItemSite();
  await site.putItem('one', 'notice', { es: finishedLanguage('one') }, { authorId: 'luz' });
  const { data: item } = await site.getItem('one');
  const ask = (...who: Parameters<typeof person>) => recentActions(site.store, person(...who), { item, since: 0 });
  for (const role of ['viewer', 'translator', 'author'] as const) {
    await expect(ask(role), role).rejects.toThrow(Forbidden);
  }
  for (const role of ['editor', 'owner'] as const) expect(await ask(role)).toEqual([]);
  expect(await ask('author', 'luz')).toEqual([]);
});
