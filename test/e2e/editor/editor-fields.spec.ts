import type { Page } from '@playwright/test';
import { articleOf, readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="400" height="300"/></svg>';
const PICTURE = { name: 'dibujo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAWING) };

const alt = (page: Page, language: 'es' | 'en') =>
  createEditorPage(page).column(language).getByLabel('Texto alternativo de la portada');

test('the fields of an article: addresses, topics, bylines and the cover', async ({ openAs, site, publish }) => {
  const other = { title: 'La radiación diaria', slug: 'radiacion', paragraphs: ['Texto.'] };
  await writeItems(site.dataDir, [articleOf('radio', { es: other })]);
  for (const path of [ARTICLE_PATH, '/admin/items/articles/radio']) await publish(path, ['es']);
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const spanish = editor.column('es');
  const sheet = page.getByRole('dialog');
  const openSheet = () => page.getByRole('button', { name: 'Datos y portada' }).click();

  await test.step('propose the address from the title, and say whether it is taken', async () => {
    const slug = spanish.getByLabel('Dirección');
    await expect(spanish.getByText('Es la dirección publicada.')).toBeVisible();
    await slug.fill('radiacion');
    await expect(spanish.getByText(/^Otra página usa esta dirección/)).toBeVisible();
    await slug.fill('Así No');
    await expect(spanish.getByText(/^Use minúsculas sin acento/)).toBeVisible();
    await spanish.getByRole('button', { name: 'Proponer otra vez' }).click();
    await expect(slug).toHaveValue('el-ayuno-antes-del-estudio');
    await slug.fill('ayuno');
    await expect(spanish.getByText('Es la dirección publicada.')).toBeVisible();
  });

  await test.step('its length and how a search engine may show it follow what is written', async () => {
    await expect(spanish.getByText('7 palabras · 1 min de lectura')).toBeVisible();
    await editor.caretAtEnd(editor.text('español').locator('p').last());
    await page.keyboard.insertText(' Y descanse bien.');
    await expect(spanish.getByText('10 palabras · 1 min de lectura')).toBeVisible();
    await spanish.getByText('Buscadores', { exact: true }).click();
    const shown = spanish.getByRole('figure', { name: 'Así puede verse en un buscador' });
    await expect(shown.getByText('El ayuno antes del estudio', { exact: true })).toBeVisible();
    await spanish.getByLabel('Título para buscadores').fill('¿Cuánto ayunar?');
    await expect(shown).toContainText('¿Cuánto ayunar?');
    await expect(shown.getByText('El ayuno antes del estudio', { exact: true })).toHaveCount(0);
  });

  await test.step('take a cover, say what it shows in each language, and fall behind like any other', async () => {
    const { promise: pictureMayCome, resolve: letPictureCome } = Promise.withResolvers<void>();
    await page.route('**/media/*/640.webp', (route) => pictureMayCome.then(() => route.continue()));
    await openSheet();
    await sheet.getByRole('button', { name: 'Elegir una imagen' }).click();
    await page.getByRole('dialog', { name: 'Portada' }).locator('input[type="file"]').setInputFiles(PICTURE);
    const removal = sheet.getByRole('button', { name: 'Quitar la portada' });
    const before = await removal.boundingBox();
    letPictureCome();
    const picture = sheet.locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await removal.boundingBox(), 'the button does not move when the picture arrives').toEqual(before);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);

    const state = (words: string) => editor.column('en').locator('[data-unit="cover.alt"]').getByText(words);
    await alt(page, 'es').fill('Dos equipos');
    await alt(page, 'en').fill('Two scanners');
    await expect(state('Al día')).toBeVisible();
    await alt(page, 'es').fill('Dos equipos, uno junto al otro');
    await expect(state('Desactualizado')).toBeVisible();
    await expect(editor.bar).toContainText('Texto alternativo de la portada: Desactualizado');
    await editor.bar.getByRole('button', { name: 'Cambio menor' }).click();
    await expect(state('Al día')).toBeVisible();
    await alt(page, 'en').fill('');
    await expect(state('Falta')).toBeVisible();
    await alt(page, 'en').fill('x'.repeat(1_001));
    await expect(alt(page, 'en')).toHaveAccessibleDescription(/1,?000/);
    await alt(page, 'en').fill('The scanners');
  });

  await test.step('have a byline, which the public reads under the title; what was written is there after a reload', async () => {
    await openSheet();
    const byline = sheet.getByLabel('Firma');
    await byline.fill('x'.repeat(121));
    await expect(byline).toHaveAccessibleDescription(/120/);
    await byline.fill('Dra. Ana Robles');
    const topics = sheet.getByRole('group', { name: 'Temas' }).getByRole('checkbox');
    await topics.first().check();
    await page.keyboard.press('Escape');
    await editor.expectSaved();
    await publish(ARTICLE_PATH, ['es']);
    expect(await (await fetch(`${site.origin}/articulos/ayuno`)).text()).toContain('Dra. Ana Robles');
    await page.reload();
    await expect(alt(page, 'en')).toHaveValue('The scanners');
    await openSheet();
    await expect(topics.first()).toBeChecked();
    await expect(topics.nth(1)).not.toBeChecked();
    await sheet.getByRole('button', { name: 'Quitar la portada' }).click();
    await page.keyboard.press('Escape');
    for (const language of ['es', 'en'] as const) await expect(alt(page, language)).toHaveCount(0);
  });
});

test('a byline is for all languages, and one that has its own shows that instead', async ({
  openAs,
  site,
  publish,
}) => {
  await writeItems(site.dataDir, [{ ...ARTICLE, author: 'Dra. Ana Robles, radióloga' }]);
  const page = await openAs('Tere', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const own = (language: 'es' | 'en') => editor.column(language).getByLabel('Firma en este idioma');
  await expect(own('en')).toHaveAccessibleDescription(/«Dra\. Ana Robles, radióloga»/);
  await expect(own('en')).toHaveValue('');
  await expect(own('es')).not.toBeEditable();
  await expect(editor.bar).not.toContainText('Falta');
  await own('en').fill('Dr Ana Robles, radiologist');
  await editor.expectSaved();
  await publish(ARTICLE_PATH);
  for (const [path, byline, other] of [
    ['/articulos/ayuno', 'Dra. Ana Robles, radióloga', 'radiologist'],
    ['/en/articles/fasting', 'Dr Ana Robles, radiologist', 'radióloga'],
  ] as const) {
    const shown = await (await fetch(site.origin + path)).text();
    expect(shown).toContain(`"author":{"@type":"Person","name":"${byline}"}`);
    expect(shown.replace(/<script.*?<\/script>/gs, '')).toContain(byline);
    expect(shown).not.toContain(other);
  }
  await page.reload();
  await expect(own('en')).toHaveValue('Dr Ana Robles, radiologist');
  await own('en').fill('');
  await expect(own('en')).toBeFocused();
  await editor.expectSaved();
  await publish(ARTICLE_PATH);
  expect(await (await fetch(`${site.origin}/en/articles/fasting`)).text()).toContain('Dra. Ana Robles, radióloga');
});

test('the fields of a study and of a page: data, lists and hours', async ({ openAs, site }) => {
  const { es } = ARTICLE.languages;
  if (!es) throw new Error('The article has Spanish');
  const study = { ...es, slug: 'estudio', fields: { preparation: ['Ayuno', 'Agua', 'Calma'] } };
  await writeItems(site.dataDir, [
    { ...ARTICLE, id: 'estudio', type: 'studies', languages: { es: study } },
    { ...ARTICLE, id: 'contact', type: 'pages', fields: { openingHours: [{ days: [1], opens: '7 am' }] } },
  ]);
  const page = await openAs('Ana', '/admin/items/studies/estudio');
  const editor = createEditorPage(page);

  await test.step('say as one types what keeps them from being published', async () => {
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

  await test.step('of lists are added, put in order and taken out by buttons, of which one keeps the focus', async () => {
    const list = editor.column('es').getByRole('group', { name: 'Preparación' });
    const entries = list.getByRole('textbox');
    // The entry that came to the end of its list has only its other arrow.
    await list.getByRole('button', { name: 'Subir Preparación 2' }).click();
    await expect(list.getByRole('button', { name: 'Bajar Preparación 1' })).toBeFocused();
    await list.getByRole('button', { name: 'Bajar Preparación 2' }).click();
    await expect(list.getByRole('button', { name: 'Subir Preparación 3' })).toBeFocused();
    await list.getByRole('button', { name: 'Agregar a Preparación' }).click();
    await expect(entries).toHaveCount(4);
    await expect(entries.last()).toBeFocused();
    await page.keyboard.type('Calor');
    await list.getByRole('button', { name: 'Subir Preparación 4' }).click();
    await expect(entries.nth(2)).toHaveValue('Calor');
    await list.getByRole('button', { name: 'Quitar Preparación 3' }).click();
    await expect(entries).toHaveCount(3);
  });

  await test.step('hours are chosen with controls for days and times, and what was stored as a text is told', async () => {
    const fieldsOf = async () => (await readItem(site.dataDir, 'contact')).fields.openingHours;
    await page.goto('/admin/items/pages/contact');
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const hours = page.getByRole('group', { name: 'Horario 1' });
    const [opens, closes] = [hours.getByLabel('Abre'), hours.getByLabel('Cierra')];
    await expect(opens).toHaveAccessibleDescription('Elija una hora de 00:00 a 23:59. Aquí está guardado «7 am».');
    await closes.fill('14:00');
    const days = hours.getByRole('group', { name: 'Días' });
    await days.getByLabel('martes').check();
    await expect.poll(fieldsOf).toEqual([{ days: [1, 2], opens: '7 am', closes: '14:00' }]);
    await opens.fill('07:00');
    await expect(opens).not.toHaveAccessibleDescription(/Elija/);
    await days.getByLabel('lunes').uncheck();
    await expect.poll(fieldsOf).toEqual([{ days: [2], opens: '07:00', closes: '14:00' }]);
    await days.getByLabel('martes').uncheck();
    await expect(days).toHaveAccessibleDescription('Este dato es obligatorio.');
  });

  await test.step('hours end after they begin, overlap no others, have a second span, and are those of Monday', async () => {
    const fieldsOf = async () => (await readItem(site.dataDir, 'contact')).fields.openingHours;
    const sheet = page.getByRole('dialog');
    const entry = (number: number) => sheet.getByRole('group', { name: `Horario ${number}`, exact: true });
    await entry(1).getByLabel('lunes').check();
    await entry(1).getByLabel('Cierra').fill('06:00');
    await expect(entry(1).getByLabel('Cierra')).toHaveAccessibleDescription(
      'Empieza a las 7:00 a.m., así que debe terminar más tarde.',
    );
    await entry(1).getByLabel('Cierra').fill('14:00');
    await expect(entry(1).getByLabel('Cierra')).not.toHaveAccessibleDescription(/Empieza/);
    await entry(1).getByRole('button', { name: 'Segundo horario' }).click();
    await expect(entry(2).getByLabel('Abre')).toBeFocused();
    await expect(entry(2).getByLabel('lunes')).toBeChecked();
    await entry(2).getByLabel('Abre').fill('13:00');
    await entry(2).getByLabel('Cierra').fill('20:00');
    await expect(entry(2).getByLabel('Abre')).toHaveAccessibleDescription('Se encima con Horario 1: lunes.');
    await entry(2).getByLabel('Abre').fill('16:00');
    await expect(entry(2).getByLabel('Abre')).not.toHaveAccessibleDescription(/encima/);
    await sheet.getByRole('button', { name: 'Agregar a Horario' }).click();
    await entry(3).getByLabel('sábado').check();
    await entry(3).getByRole('button', { name: 'Igual que el lunes' }).click();
    const [morning, afternoon] = [
      { opens: '07:00', closes: '14:00' },
      { opens: '16:00', closes: '20:00' },
    ];
    await expect
      .poll(fieldsOf)
      .toEqual([
        ...[morning, afternoon].map((span) => ({ days: [1], ...span })),
        ...[morning, afternoon].map((span) => ({ days: [6], ...span })),
      ]);
    await expect(sheet.getByRole('button', { name: 'Igual que el lunes' })).toHaveCount(0);
  });

  await test.step('entries are moved by their handle, with the arrow keys and by dragging', async () => {
    const opens = () =>
      page
        .getByRole('dialog')
        .getByLabel('Abre')
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
    const handle = (number: number) => page.getByRole('button', { name: `Mover Horario ${number}:` });
    await handle(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(handle(2)).toBeFocused();
    await expect(page.getByText('Horario 1 está ahora en el lugar 2 de 4.')).toBeAttached();
    expect(await opens()).toEqual(['16:00', '07:00', '07:00', '16:00']);
    await handle(4).hover();
    await page.mouse.down();
    await handle(1).hover();
    await page.mouse.up();
    await expect.poll(opens).toEqual(['16:00', '16:00', '07:00', '07:00']);
  });
});
