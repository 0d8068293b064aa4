import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { rewriteArticle } from '../../helpers/data-folders/rewrite-article.ts';
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

test('a page never announces what its person has just done there', async ({ openAs, publish }) => {
  const list = await openAs('Beto', '/admin/items/articles');
  const page = await openAs('Ana');
  await page.clock.install();
  await page.goto(`${ARTICLE_PATH}/publish`);
  await hydrated(page);
  const languageOf = (name: string) => page.getByRole('region', { name });
  await publish(ARTICLE_PATH, ['es']);
  await expect(languageOf('español')).toContainText('publicó Ana Robles');

  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(languageOf('inglés')).toContainText('publicó Ana Robles');
  await expect(list.getByRole('listitem').filter({ hasText: 'El ayuno' }).getByText('Publicado')).toHaveCount(2);
  await page.clock.runFor(5_000);
  await expect(page.getByText('Hay cambios: mostrarlos')).toHaveCount(0);
});

test('how a text stands changes by itself on every page that shows it, when somebody else publishes', async ({
  openAs,
  publish,
  site,
}) => {
  const editor = await openAs('Ana', ARTICLE_PATH);
  const open = async (beside: Page, path: string) => {
    const page = await beside.context().newPage();
    await page.goto(path);
    await hydrated(page);
    return page;
  };
  const list = await open(editor, '/admin/items/articles');
  const board = await open(editor, '/admin/health');
  // In a browser of its own: a browser has six connections for all pages of a site.
  const publishing = await openAs('Beto', `${ARTICLE_PATH}/publish`);
  const history = await open(publishing, `${ARTICLE_PATH}/revisions`);
  const column = editor.locator('[data-column="es"]');
  await expect(column.getByText('Original · Borrador')).toBeVisible();
  await expect(publishing.getByRole('region', { name: 'español' })).toContainText('Borrador');
  await expect(board.getByRole('status').filter({ hasText: '1 contenido con pendientes' })).toBeVisible();
  const name = history.getByLabel('Nombre de la versión');
  await name.fill('Antes de');
  await editor.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = editor.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'español' })).toContainText('Borrador');

  await publish(ARTICLE_PATH);
  await expect(sheet.getByRole('region', { name: 'español' })).toContainText('publicó Ana Robles');
  await editor.keyboard.press('Escape');
  await expect(column.getByText('Original · Publicado')).toBeVisible();
  await expect(column.getByText('Es la dirección publicada.')).toBeVisible();
  await expect(editor.locator('[data-column="en"]').getByText('Traducción · Publicado')).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: 'El ayuno' })).toContainText('Publicado');
  await expect(publishing.getByRole('region', { name: 'español' })).toContainText('publicó Ana Robles');
  await expect(history.getByText(/^Publicación .*español/).first()).toBeVisible();
  await expect(name).toHaveValue('Antes de');
  await expect(board.getByRole('status').filter({ hasText: 'Nada pendiente' })).toBeVisible();

  await rewriteArticle(site.dataDir, 'No coma ocho horas antes.');
  const changed = list.getByRole('listitem').getByText('Con cambios sin publicar').first();
  await expect(changed, 'the longest state').toBeVisible();
  const lines = await changed.evaluate(
    (state) => state.clientHeight / Number.parseFloat(getComputedStyle(state).lineHeight),
  );
  expect(Math.round(lines), 'stands on one line').toBe(1);
});
