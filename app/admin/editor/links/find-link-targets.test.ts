import { expect, test } from 'vitest';
import { openItemList } from '../../../../test/helpers/app/open-item-list.ts';
import { finishedLanguage } from '../../../../test/helpers/content/create-item-site.ts';
import { loader } from './route.tsx';

test('a listing that is called as the query comes before items that have it in their titles', async () => {
  const { argsOf, putItem } = await openItemList();
  await putItem('night', 'news', { es: finishedLanguage('noche', { title: 'Noche de artículos' }) });
  const titlesOf = async (query: string) => {
    const answer = await loader(argsOf(new Request(`http://localhost/admin/links?field=1&language=es&q=${query}`)));
    return ((await answer.json()) as { targets: { title: string }[] }).targets.map(({ title }) => title);
  };
  expect(await titlesOf('articulos')).toEqual(['Artículos', 'Noche de artículos']);
  expect(await titlesOf('noche')).toEqual(['Noche de artículos']);
});
