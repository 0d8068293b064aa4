import type { Route } from '@playwright/test';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

/** More than one page. */
const MANY = Array.from({ length: 30 }, (_, index) =>
  articleOf(`nota-${index}`, {
    es: { title: `Nota ${index}`, slug: `nota-${index}`, paragraphs: ['Texto.'] },
    en: { title: `Note ${index}`, slug: `note-${index}`, paragraphs: ['Text.'] },
  }),
);

/** A group with one question, which has no other place, and one with two. */
const QUESTIONS = (
  [
    ['antes', 'before', 1],
    ['uno', 'results', 2],
    ['dos', 'results', 3],
  ] as const
).map(([id, group, order]) => ({
  ...articleOf(id, { es: { title: `Pregunta ${id}`, slug: id, paragraphs: ['Sí.'] } }),
  type: 'faqs',
  fields: { group, order },
}));

test('what is chosen', async ({ openAs, site, context }) => {
  await writeItems(site.dataDir, [...MANY, ...QUESTIONS]);
  const letCome = await holdScripts(context);
  const opening = openAs('Ana', '/admin/items/articles');
  const page = await context.waitForEvent('page');
  const row = page.getByRole('checkbox', { name: /^Seleccionar «/ });

  await test.step('what was marked before the script came is chosen', async () => {
    await row.first().check();
    await letCome();
    await opening;
    await expect(page.getByRole('status').filter({ hasText: '1 seleccionado' })).toBeVisible();
    await expect(row.first()).toBeChecked();
    await row.first().uncheck();
  });

  await test.step('everything that matches is chosen until a mark, another search or an action', async () => {
    const everything = page.getByRole('checkbox', { name: /^Todo lo que coincide/ });
    const told = page.getByRole('status').filter({ hasText: /^(Todo lo que coincide|Nada sel|\d+ sel)/ });
    await expect(everything).toBeHidden();
    await row.first().check();
    await everything.check();
    await expect(told).toHaveText(/^Todo lo que coincide/);
    await row.nth(1).check();
    await expect(everything).not.toBeChecked();
    await expect(told).toHaveText('2 seleccionados');

    await everything.check();
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Ordenar por').selectOption({ label: 'Título' });
    await expect(page).toHaveURL(/sort=title/);
    await expect(everything).toBeHidden();
    await row.first().check();
    await expect(everything).not.toBeChecked();

    await everything.check();
    await page.getByLabel('Acción', { exact: true }).selectOption('archive');
    await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Se archivaron 31 contenidos' })).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Cambio deshecho en 31 contenidos' })).toBeVisible();
    await expect(everything).toBeHidden();
    await row.first().check();
    await expect(everything).not.toBeChecked();
  });

  await test.step('the first group in which questions can change places says how', async () => {
    await page.goto('/admin/items/faqs');
    const hint = page.getByText(/^Arrastre por el asa/);
    await expect(page.getByRole('region', { name: 'Los resultados' }).getByText(/^Arrastre por el asa/)).toBeVisible();
    await expect(hint).toHaveCount(1);
  });
});

test('what is done with many goes by parts, and the focus stays with it', async ({ openAs, site, expected }) => {
  expected.problem(/ERR_FAILED/);
  await writeItems(site.dataDir, MANY);
  const page = await openAs('Ana', '/admin/items/articles');

  await test.step('who stops an action keeps what was done, is told so, and can undo it', async () => {
    const held: Route[] = [];
    await page.route('**/admin/item-actions/articles', (route) => void held.push(route));
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo de esta página' }).check();
    await page.getByLabel('Acción', { exact: true }).selectOption('archive');
    await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect.poll(() => held.length).toBe(2);
    await expect(page.getByRole('progressbar', { name: 'Archivar: 10 de 25' })).toBeVisible();
    await page.getByRole('button', { name: 'Detener' }).click();
    await held[1]?.continue();
    const told = page.getByRole('region', { name: 'Se archivaron 20 contenidos' });
    await expect(told).toContainText('Se detuvo. Lo que ya se hizo queda hecho y se puede deshacer.');
    expect(held).toHaveLength(2);
    await page.unroute('**/admin/item-actions/articles');
    const rows = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(rows).toHaveCount(11);
    await told.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Cambio deshecho en 20 contenidos' })).toBeVisible();
    await expect(rows).toHaveCount(25);
  });

  await test.step('an action that the server did not answer to the end keeps its result, and what undoes it', async () => {
    let parts = 0;
    await page.route('**/admin/item-actions/articles', (route) => (++parts > 1 ? route.abort() : route.continue()));
    await page.route('**/admin/items/articles.data*', (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo de esta página' }).check();
    await page.getByLabel('Acción', { exact: true }).selectOption('archive');
    await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
    const told = page.getByRole('region', { name: 'Se archivaron 10 contenidos' });
    await expect(told).toContainText('No hubo respuesta del servidor. Lo que ya se hizo queda hecho');
    await page.unrouteAll();
    await told.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Cambio deshecho en 10 contenidos' })).toBeVisible();
  });

  await test.step('the focus is never lost with the item that something is done with', async () => {
    const rows = page.getByRole('main').getByRole('heading', { level: 3 });
    const menu = page.getByRole('button', { name: `Acciones de «${await rows.first().textContent()}»` });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Mover a la papelera' }).click();
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Se movió 1 contenido a la papelera' })).toBeFocused();
    await page.getByRole('link', { name: 'Papelera', exact: true }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Eliminar para siempre' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(menu).toBeFocused();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Eliminar para siempre' }).click();
    const question = page.getByRole('alertdialog', { name: '¿Eliminar 1 contenido para siempre?' });
    await question.getByRole('button', { name: 'Eliminar para siempre' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Se eliminó 1 contenido para siempre' })).toBeVisible();
    await expect(page.getByText('La papelera está vacía.')).toBeVisible();
  });
});
