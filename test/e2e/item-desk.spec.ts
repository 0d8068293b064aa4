import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';

test('what is being written is published from where it is written, and seen beside it', async ({ openAs, request }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const title = page.getByLabel('Título', { exact: true }).first();
  await expect(title).toHaveValue('El ayuno antes del estudio');
  await page.getByRole('button', { name: 'Vista previa' }).click();
  const aside = page.getByRole('complementary', { name: 'Vista previa' });
  const draft = aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 });
  await expect(draft).toHaveText('El ayuno antes del estudio');
  await title.fill('El ayuno, paso a paso');
  await expect(draft).toHaveText('El ayuno, paso a paso');
  await aside.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: 'Vista previa' })).toBeFocused();

  await title.fill('El ayuno, en breve');
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('button', { name: 'Publicar de todos modos' }).click();
  await expect(sheet.getByText('Publicado.', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'español', exact: true })).toContainText('publicó Ana Robles');
  expect(await (await request.get('/articulos/ayuno')).text()).toContain('El ayuno, en breve');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Publicar…' })).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the ways to publishing, versions and the preview are there', async ({ openAs }) => {
    const page = await openAs('Tere', ARTICLE_PATH);
    const tabs = page.getByRole('navigation', { name: 'Partes del contenido' });
    await expect(tabs.getByRole('link')).toHaveText(['Texto', 'Publicación', 'Versiones', 'Vista previa']);
    await expect(tabs.getByRole('link', { name: 'Texto' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('link', { name: 'Versiones' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Versiones: El ayuno antes del estudio');
  });
});
