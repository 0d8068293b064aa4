import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';
import { answerAt, rename, WATER, WATER_PATH } from '../../helpers/items/two-articles.ts';

// Who may publish what, and what becomes public, is in `test/http/items/change-places.spec.ts`.
test('the field of an address says whose it is or was, and the sheet over the text who has it', async ({
  openAs,
  site,
  publish,
  expected,
}) => {
  expected.problem(/\b422\b/);
  await writeItems(site.dataDir, [WATER]);
  await publish(WATER_PATH);
  await rename(site, 'agua', { es: 'beber', en: 'drink' });
  await publish(WATER_PATH);
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  await editor.open('articles/ayuno');
  const column = editor.column('es');
  const slug = column.getByLabel('Dirección');

  await test.step('no proposal takes an address that another item had; who types it is told whose it was', async () => {
    const title = column.getByLabel('Título', { exact: true });
    await title.fill('Agua');
    await column.getByRole('button', { name: 'Proponer otra vez' }).click();
    await expect(slug).toHaveValue('agua-2');
    await expect(column.getByText('Esta dirección está libre.')).toBeVisible();
    await title.fill('Agua y ayuno');
    await expect(slug).toHaveValue('agua-y-ayuno');
    await slug.fill('agua');
    await expect(column.getByText('Esta dirección fue de «El agua antes del estudio»')).toBeVisible();
    await expect(slug).toHaveValue('agua');
    await editor.expectSaved();
    await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.es?.slug).toBe('agua');
  });

  await test.step('the field says who has it, and so does the sheet over the text, with a link to it', async () => {
    await slug.fill('beber');
    await expect(column.getByText('Otra página usa esta dirección: El agua antes del estudio.')).toBeVisible();
    await editor.expectSaved();
    await page.getByRole('button', { name: 'Publicar…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Publicación' });
    await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
    const alert = sheet.getByRole('alert');
    await expect(alert).toContainText('«El agua antes del estudio» ya tiene esa dirección. Elija otra.');
    await expectNoViolations(page);
    expect(await answerAt(site, '/articulos/beber')).toBe('El agua antes del estudio');
    await alert.getByRole('link', { name: 'Abrir «El agua antes del estudio»' }).click();
    await expect(page).toHaveURL(/\/admin\/items\/articles\/agua\?language=es$/);
  });
});
