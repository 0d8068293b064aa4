import { expect, test } from '../helpers/account-test.ts';
import { createEditorPage, OWNER, openEditor, TRANSLATOR } from '../helpers/editor-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER, TRANSLATOR] }, hasSample: true });

test.describe('the fields of an item', () => {
  test('of an article and of a study: addresses, bylines, data and lists', async ({ pages, page, site }) => {
    const editor = await openEditor(pages, page, ARTICLE);

    await test.step('propose the address from the title, and say whether it is taken', async () => {
      const slug = editor.column('es').getByLabel('Dirección');
      await expect(editor.column('es').getByText('Es la dirección publicada.')).toBeVisible();
      await slug.fill('implantes-y-resonancia');
      await expect(editor.column('es').getByText(/^Otra página usa esta dirección/)).toBeVisible();
      await slug.fill('Así No');
      await expect(editor.column('es').getByText(/^Use minúsculas sin acento/)).toBeVisible();
      await editor.column('es').getByRole('button', { name: 'Proponer otra vez' }).click();
      await expect(editor.column('es').getByText('Es la dirección publicada.')).toBeVisible();
    });

    await test.step('have a byline, which the public reads under the title', async () => {
      await page.getByRole('button', { name: 'Datos y portada' }).click();
      const byline = page.getByRole('dialog').getByLabel('Firma');
      await byline.fill('x'.repeat(121));
      await expect(byline).toHaveAccessibleDescription(/120/);
      await byline.fill('Dra. Ana Robles');
      await page.keyboard.press('Escape');
      await editor.expectSaved();
      const form = new URLSearchParams({ intent: 'publish', languages: 'es' }).toString();
      const headers = { origin: site.origin, 'content-type': 'application/x-www-form-urlencoded' };
      const address = `${site.origin}/admin/items/${ARTICLE}/publish`;
      const answer = await page.request.post(address, { headers, data: form, maxRedirects: 0 });
      expect(answer.status()).toBe(303);
      const published = await (await fetch(`${site.origin}/articulos/resonancia-o-tomografia`)).text();
      expect(published).toContain('Dra. Ana Robles');
    });

    await test.step('say as one types what keeps them from being published', async () => {
      await editor.open('studies/brain-mri');
      const title = editor.column('es').getByLabel('Título', { exact: true });
      await title.fill('');
      await expect(title).toHaveAccessibleDescription('Este dato es obligatorio.');
      await page.getByRole('button', { name: 'Datos y portada' }).click();
      const duration = page.getByRole('dialog').getByLabel(/^Duración/);
      await duration.fill('999');
      await expect(duration).toHaveAccessibleDescription('Debe ser 480 o menos.');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('of lists are added, put in order and taken out by buttons', async () => {
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
  });

  test('of an article: its pictures and its cover', async ({ pages, page, expected }) => {
    expected.problem(/422/);
    const editor = await openEditor(pages, page, ARTICLE);

    await test.step('take a picture, and refuse what is none', async () => {
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

    await test.step('say what the cover shows in each language, and fall behind like any other', async () => {
      const alt = (language: 'es' | 'en') => editor.column(language).getByLabel('Texto alternativo de la portada');
      const state = (words: string) => editor.column('en').locator('[data-unit="cover.alt"]').getByText(words);
      await expect(alt('en')).toHaveValue(/\w/);
      await expect(state('Al día')).toBeVisible();
      await alt('es').fill('Dos equipos, uno junto al otro');
      await expect(state('Desactualizado')).toBeVisible();
      await expect(editor.bar).toContainText('Texto alternativo de la portada: Desactualizado');
      await editor.bar.getByRole('button', { name: 'Cambio menor' }).click();
      await expect(state('Al día')).toBeVisible();
      await alt('en').fill('');
      await expect(state('Falta')).toBeVisible();
      await alt('en').fill('x'.repeat(1_001));
      await expect(alt('en')).toHaveAccessibleDescription(/1,?000/);
      await alt('en').fill('Two scanners');
      await editor.expectSaved();
      await page.reload();
      await expect(alt('en')).toHaveValue('Two scanners');

      const { promise: pictureMayCome, resolve: letPictureCome } = Promise.withResolvers<void>();
      await page.route('**/media/*/640.webp', (route) => pictureMayCome.then(() => route.continue()));
      await page.getByRole('button', { name: 'Datos y portada' }).click();
      const removal = page.getByRole('button', { name: 'Quitar la portada' });
      const before = await removal.boundingBox();
      letPictureCome();
      const picture = page.getByRole('dialog').locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect(await removal.boundingBox(), 'the button does not move when the picture arrives').toEqual(before);
      await removal.click();
      await page.keyboard.press('Escape');
      await expect(alt('es')).toHaveCount(0);
      await expect(alt('en')).toHaveCount(0);
    });
  });

  test('show a translator the cover, and let them say what it shows in their language', async ({ pages, page }) => {
    const editor = createEditorPage(page);
    const alt = (language: 'es' | 'en') => editor.column(language).getByLabel('Texto alternativo de la portada');
    const expectToFit = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectNoViolations(page);
    };
    await pages.enter(TRANSLATOR);

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/admin/items/${ARTICLE}?language=en#field-cover.alt`);
      await expect(editor.text('inglés')).toBeVisible();
      await expect(alt('en')).toBeFocused();
      await alt('en').fill('Two scanners, side by side');
      await editor.expectSaved();
      await expectToFit();
      await page.getByRole('radio', { name: 'español' }).check();
      await expect(alt('es')).not.toBeEditable();
      await page.getByRole('button', { name: 'Datos y portada' }).click();
      await expect(page.getByRole('dialog').getByLabel('Firma')).not.toBeEditable();
      await page.keyboard.press('Escape');
    });

    await test.step('on a desktop', async () => {
      await page.setViewportSize({ width: 1280, height: 844 });
      await expect(alt('en')).toHaveValue('Two scanners, side by side');
      await expect(alt('es')).not.toBeEditable();
      await expectToFit();
    });
  });
});

test('a field that is rendered after the texts gets the focus that its address asks for', async ({ pages, page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.routeWebSocket(/admin\/drafts/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const send = () => socket.send(message);
      // The field of the cover is rendered once the shared draft tells of a cover.
      if (isHeld && message.slice(0, 80).toString().includes('/shared')) held.push(send);
      else send();
    });
  });
  await pages.enter(TRANSLATOR);
  const editor = createEditorPage(page);
  await page.goto(`/admin/items/${ARTICLE}?language=en#field-cover.alt`);
  await expect(editor.text('inglés')).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const alt = editor.column('en').getByLabel('Texto alternativo de la portada');
  await expect(alt).toHaveCount(0);
  isHeld = false;
  for (const send of held) send();
  await expect(alt).toBeFocused();
});
