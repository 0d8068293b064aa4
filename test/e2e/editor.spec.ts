import { expect, test } from '../helpers/account-test.ts';
import { createEditorPage, OWNER, signInAs, TRANSLATOR, VIEWER } from '../helpers/editor-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { changeSystemMode } from '../helpers/system-mode.ts';

const ARTICLE = 'articles/mri-or-ct';

test.use({ accounts: { people: [OWNER, TRANSLATOR, VIEWER] }, variables: { MEKI_SAMPLE: 'true' } });

test.describe('the page of an item', () => {
  test('shows both languages without script, and says what writing needs', async ({
    browser,
    pages,
    page,
    baseURL,
  }) => {
    await signInAs(pages, OWNER);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
      ...(baseURL && { baseURL }),
    });
    const plain = await context.newPage();
    await plain.goto(`/admin/items/${ARTICLE}`);
    await expect(plain.getByText('Para escribir se necesita JavaScript.')).toBeVisible();
    for (const name of ['español', 'inglés']) {
      await expect(plain.getByRole('region', { name }).getByRole('paragraph').nth(2)).toBeVisible();
    }
    await context.close();
  });

  test('is for those who may read drafts, and only of items that there are', async ({ pages, page, expected }) => {
    expected.problem(/answer 40[34]|status of 40[34]/);
    await signInAs(pages, VIEWER);
    expect((await page.goto(`/admin/items/${ARTICLE}`))?.status()).toBe(403);
    await pages.open('/admin');
    await pages.signOut(VIEWER);
    await signInAs(pages, OWNER);
    for (const path of ['articles/nothing', 'studies/mri-or-ct', 'nothing/mri-or-ct', 'articles/..%2Fx']) {
      expect((await page.goto(`/admin/items/${path}`))?.status(), path).toBe(404);
    }
  });

  test('lets a translator write their language, and no other', async ({ pages, page }) => {
    await signInAs(pages, TRANSLATOR);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await expect(editor.text('español')).toHaveAttribute('contenteditable', 'false');
    await expect(editor.text('inglés')).toHaveAttribute('contenteditable', 'true');
    await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveAttribute('readonly', '');
    await expect(editor.column('es').getByRole('toolbar')).toHaveCount(0);
  });

  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test(`has nothing that axe finds, at ${size.width} pixels`, async ({ pages, page }) => {
      await page.setViewportSize(size);
      await signInAs(pages, OWNER);
      const editor = createEditorPage(page);
      await editor.open('articles/implants-and-mri');
      await expectNoViolations(page);
      await changeSystemMode(page, 'dark');
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Datos y portada' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page);
    });
  }

  test('shows one language at a time on a phone', async ({ pages, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await expect(editor.text('inglés')).toBeHidden();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow(), 'nothing is wider than the phone').toBeLessThanOrEqual(0);
    await page.getByRole('radio', { name: 'inglés' }).check();
    await expect(editor.text('inglés')).toBeVisible();
    await expect(editor.text('español')).toBeHidden();
  });
});

test.describe('what is written', () => {
  test('is saved on the server, and there when the page is opened again', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type(' Palabras nuevas.');
    await editor.column('es').getByLabel('Título', { exact: true }).fill('Título nuevo');
    await editor.expectSaved();
    await page.reload();
    await expect(editor.text('español').locator('p').first()).toContainText('Palabras nuevas.');
    await expect(editor.column('es').getByLabel('Título', { exact: true })).toHaveValue('Título nuevo');
  });

  test('appears to others as it is typed, with who is there and where', async ({ pages, page, another }) => {
    await signInAs(pages, OWNER);
    await signInAs(another.pages, TRANSLATOR);
    const [mine, theirs] = [createEditorPage(page), createEditorPage(another.page)];
    await mine.open(ARTICLE);
    await theirs.open(ARTICLE);
    await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
    await another.page.keyboard.type(' Typed by Tomás.');
    await expect(mine.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
    await expect(page.getByRole('list', { name: 'También aquí' })).toContainText('TL');
    await expect(page.getByRole('img', { name: 'Tomás Lara: texto en inglés' })).toBeVisible();
    await expect(mine.text('inglés').locator('.caret-name')).toHaveText('Tomás Lara');
    await mine.caretAtEnd(mine.text('inglés').locator('p').first());
    await page.keyboard.type(' Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás. Y Ana.');
    // Undo takes back what the person themselves wrote.
    await page.keyboard.press('ControlOrMeta+z');
    await expect(theirs.text('inglés').locator('p').first()).not.toContainText('Y Ana.');
    await expect(theirs.text('inglés').locator('p').first()).toContainText('Typed by Tomás.');
  });

  test('offline is kept on the device through a reload, and merged when the server is there again', async ({
    pages,
    page,
    context,
    another,
    expected,
  }) => {
    expected.problem(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await signInAs(pages, OWNER);
    await signInAs(another.pages, TRANSLATOR);
    const [mine, theirs] = [createEditorPage(page), createEditorPage(another.page)];
    await mine.open(ARTICLE);
    await theirs.open(ARTICLE);
    await context.setOffline(true);
    await expect(page.getByText('Sin conexión: guardado en este dispositivo')).toBeVisible();
    await mine.caretAtEnd(mine.text('inglés').locator('p').first());
    await page.keyboard.type(' Sin red.');
    await theirs.caretAtEnd(theirs.text('inglés').locator('p').first());
    await another.page.keyboard.type(' With a network.');
    await theirs.expectSaved();
    await expect(mine.text('inglés')).not.toContainText('With a network.');
    await page.reload({ waitUntil: 'commit' }).catch(() => {});
    await context.setOffline(false);
    await mine.open(ARTICLE);
    const texts = () => Promise.all([mine, theirs].map((editor) => editor.words('inglés')));
    await expect.poll(async () => (await texts()).every((text) => text.includes('Sin red.'))).toBe(true);
    await expect.poll(async () => (await texts()).every((text) => text.includes('With a network.'))).toBe(true);
    const [one, other] = await texts();
    expect(one).toBe(other);
  });

  test('waits on the device while the server restarts, and goes to it afterwards', async ({
    pages,
    page,
    site,
    expected,
  }) => {
    expected.problem(/WebSocket|ERR_CONNECTION_REFUSED/);
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    const restarted = site.restart();
    await page.keyboard.type(' Durante el reinicio.');
    await restarted;
    await editor.expectSaved();
    await page.reload();
    await expect(editor.text('español').locator('p').first()).toContainText('Durante el reinicio.');
  });
});

test.describe('a translation', () => {
  test('shows which block fell behind and why, until it is marked as current by its key', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    const [source, translation] = [editor.text('español'), editor.text('inglés')];
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
    await editor.caretAtEnd(source.locator('p').first());
    await page.keyboard.type(' Frase agregada.');
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(1);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Desactualizado');
    await expect(editor.bar.locator('ins')).toContainText('Frase agregada');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(translation).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
    await expect(editor.bar.getByRole('status')).toContainText('Bloque: Al día');
    await editor.expectSaved();
    await page.reload();
    await expect(translation.locator('[data-unit-state="current"]').first()).toBeVisible();
    await expect(translation.locator('[data-unit-state="stale"]')).toHaveCount(0);
  });

  test('stays current when the change of the source is marked as minor', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.type('!');
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(1);
    await editor.bar.getByRole('button', { name: /^Cambio menor/ }).click();
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(0);
  });

  test('tells a moved block from a stale one', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(editor.text('inglés').locator('[data-unit-state="moved"]')).toHaveCount(1);
    await expect(editor.text('inglés').locator('[data-unit-state="stale"]')).toHaveCount(0);
    await page.keyboard.press('Alt+Shift+ArrowUp');
    await expect(editor.text('inglés').locator('[data-unit-state="moved"]')).toHaveCount(0);
  });

  test('gets the block that it lacks, and the keyboard goes between the two', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('Un párrafo más.');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(1);
    await editor.bar.getByRole('button', { name: 'Agregar este bloque en inglés' }).click();
    await expect(editor.text('inglés')).toBeFocused();
    await page.keyboard.type('One more paragraph.');
    await expect(editor.text('español').locator('[data-unit-state="missing"]')).toHaveCount(0);
    await expect(editor.text('inglés').locator('p').nth(1)).toHaveText('One more paragraph.');
    await page.keyboard.press('F6');
    await expect(editor.text('español')).toBeFocused();
    await expect(editor.text('inglés').locator('[data-opposite]')).toHaveText('One more paragraph.');
  });
});

test.describe('with the keyboard alone', () => {
  test('the text is left for the toolbar and come back to, and Tab is no trap', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('Escape');
    const toolbar = page.getByRole('toolbar', { name: 'Formato del texto en español' });
    await expect(toolbar.getByRole('button', { name: /^Tipo de bloque/ })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(toolbar.getByRole('button', { name: 'Negrita' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor.text('español')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(editor.text('español')).not.toBeFocused();
  });

  test('a slash inserts a block, and Markdown makes headings and lists', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    const text = editor.text('español');
    await editor.caretAtEnd(text.locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('/tab');
    await expect(page.getByRole('listbox', { name: 'Insertar' }).getByRole('option')).toHaveText(['Tabla']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Celda');
    await expect(text.getByRole('columnheader', { name: 'Celda' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Agregar fila' })).toBeVisible();
    await page.getByRole('button', { name: 'Quitar la tabla' }).click();
    await expect(text.getByRole('columnheader', { name: 'Celda' })).toHaveCount(0);
    await editor.caretAtEnd(text.locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Encabezado');
    await expect(text.getByRole('heading', { level: 2, name: 'Encabezado' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('- uno');
    await expect(text.getByRole('listitem').filter({ hasText: /^uno$/ })).toBeVisible();
  });

  test('a link finds pages by title, and warns of what its reader would miss', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    await editor.caretAtEnd(editor.text('español').locator('p').first());
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog', { name: 'Enlace' });
    await expect(dialog.getByRole('combobox', { name: 'Página o dirección' })).toBeFocused();
    await page.keyboard.type('cerebro');
    await expect(dialog.getByRole('option')).toHaveText(/^Resonancia magnética de cerebro/);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const link = editor.text('español').locator('p').first().getByRole('link');
    await expect(link).toHaveText('Resonancia magnética de cerebro');
    await expect(link).toHaveAttribute('href', 'item:brain-mri');

    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.insertText('/en/faq');
    await expect(dialog.getByText(/es de otro idioma \(inglés\)/)).toBeVisible();
    await dialog.getByRole('combobox').fill('javascript:alert(1)');
    await expect(dialog.getByText(/^Esa dirección no se puede usar/)).toBeVisible();
    await expect(dialog.getByRole('option')).toHaveCount(0);
  });
});

test.describe('the fields of an item', () => {
  test('propose the address from the title, and say whether it is taken', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
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
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open('studies/brain-mri');
    const title = editor.column('es').getByLabel('Título', { exact: true });
    await title.fill('');
    await expect(title).toHaveAccessibleDescription('Hace falta este dato.');
    await page.getByRole('button', { name: 'Datos y portada' }).click();
    const duration = page.getByRole('dialog').getByLabel(/^Duración/);
    await duration.fill('999');
    await expect(duration).toHaveAccessibleDescription('Debe ser 480 o menos.');
  });

  test('of lists are added, put in order and taken out by buttons', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open('studies/brain-mri');
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
    await signInAs(pages, OWNER);
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
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

test.describe('what is pasted', () => {
  const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
    <meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head>
    <body lang=ES-MX><!--StartFragment--><h1><span lang=ES-MX style='mso-bidi-font-size:16.0pt'>Antes del estudio<o:p></o:p></span></h1>
    <p class=MsoNormal style='margin-bottom:8.0pt'><b><span lang=ES-MX>Ayune</span></b><span lang=ES-MX> seis&nbsp;horas, <i>sin</i> agua.<o:p></o:p></span></p>
    <p class=MsoNormal><span lang=ES-MX><o:p>&nbsp;</o:p></span></p>
    <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=ES-MX>Orden médica<o:p></o:p></span></p>
    <p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Original</p>
    <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Estudios previos</p>
    <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>Tercero</p>
    <p class=MsoNormal><img width=10 src="file:///C:/Users/x/image001.png"><a href="http://inseguro.example">viejo</a></p><!--EndFragment--></body></html>`;

  const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2c"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:700">Resultados</span></h2>
    <p dir="ltr"><span style="font-weight:400">Están listos en </span><span style="font-weight:700">dos días</span><span style="font-weight:400;font-style:italic"> hábiles</span><span style="font-size:0.6em;vertical-align:super">2</span>.</p>
    <ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Uno</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Uno uno</span></p></li></ul></ul>
    <p><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span style="text-decoration:underline">Enlace</span></a></p>
    <div dir="ltr"><table><colgroup><col width="300"/></colgroup><tbody><tr><td style="border:solid 1pt;text-align:center" colspan="2"><p><span>Celda</span></p></td></tr></tbody></table></div></b>`;

  /** The structure of a text from its first block on, without attributes. */
  const structureOf = (html: string) =>
    html
      .replace(/<br class="ProseMirror-trailingBreak">/g, '')
      .replace(/<(\w+)[^>]*>/g, '<$1>')
      .replace(/<br>|<span><\/span>/g, '');

  async function pasteInto(page: Parameters<typeof createEditorPage>[0], html: string): Promise<string> {
    const editor = createEditorPage(page);
    await editor.open(ARTICLE);
    const text = editor.text('español');
    await text.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await editor.paste(html);
    return structureOf(await text.innerHTML());
  }

  test('from Word comes in as headings, marks and lists, with a word about what was left out', async ({
    pages,
    page,
  }) => {
    await signInAs(pages, OWNER);
    expect(await pasteInto(page, WORD)).toBe(
      '<h2>Antes del estudio</h2><p><strong>Ayune</strong> seis horas, <em>sin</em> agua.</p>' +
        '<ul><li><p>Orden médica</p><ul><li><p>Original</p></li></ul></li><li><p>Estudios previos</p></li></ul>' +
        '<ol><li><p>Tercero</p></li></ol><p>viejo</p>',
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'Se dejó fuera 1 imagen pegada.' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Un enlace quedó como texto' })).toBeVisible();
  });

  test('from Google Docs comes in without its disguises', async ({ pages, page }) => {
    await signInAs(pages, OWNER);
    expect(await pasteInto(page, DOCS)).toBe(
      '<h2>Resultados</h2><p>Están listos en <strong>dos días</strong><em> hábiles</em><sup>2</sup>.</p>' +
        '<ul><li><p>Uno</p><ul><li><p>Uno uno</p></li></ul></li></ul><p><a>Enlace</a></p>' +
        '<div><table><tbody><tr><td><p>Celda</p></td></tr></tbody></table></div>',
    );
    await expect(page.getByRole('link', { name: 'Enlace' })).toHaveAttribute('href', 'https://example.org/a');
  });
});
