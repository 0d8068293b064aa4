import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const SECOND = articleOf('agua', {
  es: { title: 'El agua antes del estudio', slug: 'agua', paragraphs: ['Beba agua.'] },
});

test('who edits what, counts and lists change by themselves, and rows stay under the pointer', async ({
  openAs,
  site,
}) => {
  const dashboard = await openAs('Ana', '/admin');
  const list = await dashboard.context().newPage();
  await list.goto('/admin/items/articles');
  const editor = await openAs('Beto', ARTICLE_PATH);
  const presence = dashboard.getByRole('region', { name: 'En edición ahora' });
  await expect(presence.getByRole('listitem')).toContainText('El ayuno antes del estudio');
  await expect(presence.getByRole('listitem')).toContainText('Beto');

  const row = list.getByRole('link', { name: 'El ayuno antes del estudio' });
  await row.hover();
  const { x = 0, y = 0 } = (await row.boundingBox()) ?? {};
  await list.mouse.move(x + 5, y + 5);
  await writeItems(site.dataDir, [SECOND]);
  const show = list.getByRole('button', { name: 'Hay cambios: mostrarlos' });
  await expect(show).toBeVisible();
  expect(await row.boundingBox()).toMatchObject({ x, y });
  await show.click();
  await expect(list.getByRole('link', { name: 'El agua antes del estudio' })).toBeVisible();
  await expect(dashboard.getByRole('region', { name: 'Contenido', exact: true })).toContainText(/2 borradores/);

  await editor.close();
  await expect(presence).toHaveCount(0);
});
