import { soundArticle } from '../../helpers/data-folders/faulty-articles.ts';
import { writeItems } from '../../helpers/data-folders/write-items.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

test('several items are published at once from their list, and taken back', async ({
  openAs,
  site,
  request,
  expected,
}) => {
  expected.problem(/404/);
  const ids = ['uno', 'dos', 'tres'];
  await writeItems(
    site.dataDir,
    ids.map((id) => soundArticle(id).article),
  );
  const page = await openAs('Ana', '/admin/items/articles');
  const statuses = () =>
    Promise.all(
      ids
        .flatMap((id) => [`/articulos/${id}`, `/en/articles/${id}-en`])
        .map(async (path) => (await request.get(path)).status()),
    );
  await page.getByRole('checkbox', { name: 'Seleccionar todo lo de esta página' }).check();
  await page.getByLabel('Acción', { exact: true }).selectOption('publish');
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  const told = page.getByRole('region', { name: 'Se publicaron 4 contenidos' });
  await expect(told).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Borrador' })).toHaveCount(0);
  expect(await statuses()).toEqual(Array(6).fill(200));
  await told.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Cambio deshecho en 4 contenidos' })).toBeVisible();
  expect(await statuses()).toEqual(Array(6).fill(404));
});
