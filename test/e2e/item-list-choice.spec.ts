import { expect, test } from '../helpers/item-pages.ts';
import { articleOf, writeItems } from '../helpers/write-items.ts';

/** More than one page holds. */
const MANY = Array.from({ length: 30 }, (_, index) =>
  articleOf(`nota-${index}`, {
    es: { title: `Nota ${index}`, slug: `nota-${index}`, paragraphs: ['Texto.'] },
    en: { title: `Note ${index}`, slug: `note-${index}`, paragraphs: ['Text.'] },
  }),
);

test('everything that matches is chosen until a mark, another search or an act', async ({ openAs, site }) => {
  await writeItems(site.dataDir, MANY);
  const page = await openAs('Ana', '/admin/items/articles');
  const everything = page.getByRole('checkbox', { name: /^Todo lo que coincide/ });
  const told = page.getByRole('status').filter({ hasText: /^(Todo lo que coincide|Nada sel|\d+ sel)/ });
  const row = page.getByRole('checkbox', { name: /^Seleccionar «/ }).first();
  await everything.check();
  await expect(told).toHaveText(/^Todo lo que coincide/);
  await row.check();
  await expect(everything).not.toBeChecked();
  await expect(told).toHaveText('1 seleccionado');

  await everything.check();
  await page.getByText('Filtros', { exact: true }).click();
  await page.getByLabel('Ordenar por').selectOption({ label: 'Título' });
  await expect(page).toHaveURL(/sort=title/);
  await expect(everything).not.toBeChecked();

  await everything.check();
  await page.getByLabel('Acción', { exact: true }).selectOption('archive');
  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Se archivaron 31 elementos' })).toBeVisible();
  await page
    .getByRole('region', { name: /^Notificaciones/ })
    .getByRole('button', { name: 'Deshacer' })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Cambio deshecho en 31 elementos' })).toBeVisible();
  await expect(everything).not.toBeChecked();
});
