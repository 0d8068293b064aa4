import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { answerAt, rename, WATER, WATER_PATH } from '../../helpers/items/exchange.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

// Who may publish what, and what becomes public, is in `test/http/items/change-places.spec.ts`.
test('the field of an address says whose it is or was, and the sheet over the text publishes both who exchange it', async ({
  openAs,
  site,
  publish,
}) => {
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

  await test.step('the field says that another draft leaves it, and the sheet over the text publishes both', async () => {
    await slug.fill('ayuno');
    await editor.expectSaved();
    // Only Spanish: the title in English is out of date now, which publishing asks about.
    await publish(ARTICLE_PATH, ['es']);
    await slug.fill('beber');
    await expect(column.getByText('Otra página usa esta dirección: El agua antes del estudio.')).toBeVisible();
    await editor.expectSaved();
    await rename(site, 'agua', { es: 'ayuno', en: 'water' });
    await slug.fill('beber-x');
    await slug.fill('beber');
    await expect(column.getByText('Ahí está todavía «El agua antes del estudio»')).toBeVisible();
    await page.getByRole('button', { name: 'Publicar…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Publicación' });
    await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
    await expect(sheet.getByRole('alert')).toContainText('¿Publicar ambos juntos?');
    await expectNoViolations(page);
    await sheet.getByRole('button', { name: 'Publicar ambos juntos' }).click();
    await expect(sheet.getByText('Publicados juntos. Cada uno está en su nueva dirección.')).toBeVisible();
    expect(await answerAt(site, '/articulos/beber')).toBe('Agua y ayuno');
    expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
  });
});
