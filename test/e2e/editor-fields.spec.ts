import { expect, test } from '../helpers/account-test.ts';
import { OWNER, openEditor } from '../helpers/editor-page.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER] }, variables: { MEKI_SAMPLE: 'true' } });

test.describe('the fields of an item', () => {
  test('propose the address from the title, and say whether it is taken', async ({ pages, page }) => {
    const editor = await openEditor(pages, page, ARTICLE);
    const slug = editor.column('es').getByLabel('Dirección (slug)');
    await expect(editor.column('es').getByText('Es la dirección publicada.')).toBeVisible();
    await slug.fill('implantes-y-resonancia');
    await expect(editor.column('es').getByText(/^Otra página usa esta dirección/)).toBeVisible();
    await slug.fill('Así No');
    await expect(editor.column('es').getByText(/^Use minúsculas sin acento/)).toBeVisible();
    await editor.column('es').getByRole('button', { name: 'Proponer otra vez' }).click();
    await expect(editor.column('es').getByText('Es la dirección publicada.')).toBeVisible();
  });

  test('say as one types what keeps them from being published', async ({ pages, page }) => {
    const editor = await openEditor(pages, page, 'studies/brain-mri');
    const title = editor.column('es').getByLabel('Título', { exact: true });
    await title.fill('');
    await expect(title).toHaveAccessibleDescription('Este dato es obligatorio.');
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const duration = page.getByRole('dialog').getByLabel(/^Duración/);
    await duration.fill('999');
    await expect(duration).toHaveAccessibleDescription('Debe ser 480 o menos.');
  });

  test('of lists are added, put in order and taken out by buttons', async ({ pages, page }) => {
    const editor = await openEditor(pages, page, 'studies/brain-mri');
    const list = editor.column('es').getByRole('group', { name: 'Preparación' });
    const entries = list.getByRole('textbox');
    const before = await entries.count();
    await list.getByRole('button', { name: 'Agregar a Preparación' }).click();
    await expect(entries).toHaveCount(before + 1);
    await expect(entries.last()).toBeFocused();
    await page.keyboard.type('Entrada nueva');
    await list.getByRole('button', { name: `Subir Preparación ${before + 1}` }).click();
    await expect(entries.nth(before - 1)).toHaveValue('Entrada nueva');
    await list.getByRole('button', { name: `Quitar Preparación ${before}` }).click();
    await expect(entries).toHaveCount(before);
  });

  test('take a picture, and refuse what is none', async ({ pages, page, expected }) => {
    expected.problem(/422/);
    const editor = await openEditor(pages, page, ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page
      .getByRole('toolbar', { name: /español/ })
      .getByRole('button', { name: 'Insertar' })
      .click();
    await page.getByRole('menuitem', { name: 'Imagen' }).click();
    const file = page.getByRole('dialog').getByLabel('Elegir un archivo');
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(file).toHaveAccessibleDescription(/«x\.png» no es una imagen/);
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
    await file.setInputFiles({ name: 'dibujo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
    await expect(page.getByRole('dialog')).toBeHidden();
    const picture = editor.text('español').getByRole('figure');
    await expect(picture.getByLabel('Qué se ve (texto alternativo)')).toHaveAccessibleDescription(
      /^Describa la imagen/,
    );
    await picture.getByLabel('Qué se ve (texto alternativo)').fill('Un rectángulo');
    await picture.getByLabel('Pie de imagen').fill('Figura 1');
    await editor.expectSaved();
    await page.reload();
    await expect(picture.getByLabel('Qué se ve (texto alternativo)')).toHaveValue('Un rectángulo');
  });
});
