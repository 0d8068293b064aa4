import type { Page } from '@playwright/test';
import { createEditorPage, type EditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
  <meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head>
  <body lang=ES-MX><!--StartFragment--><h1><span lang=ES-MX style='mso-bidi-font-size:16.0pt'>Antes del estudio<o:p></o:p></span></h1>
  <p class=MsoNormal style='margin-bottom:8.0pt'><b><span lang=ES-MX>Ayune</span></b><span lang=ES-MX> seis&nbsp;horas, <i>sin</i> agua.<o:p></o:p></span></p>
  <p class=MsoNormal><span lang=ES-MX><o:p>&nbsp;</o:p></span></p>
  <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=ES-MX>Orden médica<o:p></o:p></span></p>
  <p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp; </span></span><![endif]>Original</p>
  <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Estudios previos</p>
  <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>Tercero</p>
  <p class=MsoNormal><img width=10 src="file:///C:/Users/x/image001.png"><a href="ftp://viejo.example">viejo</a></p><!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2c"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:700">Resultados</span></h2>
  <p dir="ltr"><span style="font-weight:400">Están listos en </span><span style="font-weight:700">dos días</span><span style="font-weight:400;font-style:italic"> hábiles</span><span style="font-size:0.6em;vertical-align:super">2</span>.</p>
  <ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Uno</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Uno uno</span></p></li></ul></ul>
  <p><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span style="text-decoration:underline">Enlace</span></a></p>
  <div dir="ltr"><table><colgroup><col width="300"/></colgroup><tbody><tr><td style="border:solid 1pt;text-align:center" colspan="2"><p><span>Celda</span></p></td></tr></tbody></table></div></b>`;

test('a text is written with the keyboard alone, and pasted from other programs', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const first = text.locator('p').first();

  await test.step('it is left for the toolbar and come back to, and Tab is no trap', async () => {
    await editor.caretAtEnd(first);
    await page.keyboard.press('Escape');
    const toolbar = page.getByRole('toolbar', { name: 'Formato del texto en español' });
    await expect(toolbar.getByRole('button', { name: /^Tipo de bloque/ })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(toolbar.getByRole('button', { name: 'Negrita' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(text).not.toBeFocused();
  });

  await test.step('Tab leaves it also when the slash menu has nothing to offer', async () => {
    await editor.caretAtEnd(first);
    await page.keyboard.type(' /zzz');
    await expect(page.getByText('No hay nada con ese nombre.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(text).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect(text).not.toBeFocused();
  });

  await test.step('a slash inserts a block', async () => {
    await editor.caretAtEnd(first);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/tab');
    await expect(page.getByRole('listbox', { name: 'Insertar' }).getByRole('option')).toHaveText(['Tabla']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Celda');
    await expect(text.getByRole('columnheader', { name: 'Celda' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Agregar fila' })).toBeVisible();
  });

  await test.step('a table is left for its own buttons and the rest of the page, and come back to', async () => {
    const rows = text.getByRole('row');
    const before = await rows.count();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    const buttons = page.getByRole('toolbar', { name: 'Tabla' }).getByRole('button');
    await expect(buttons.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    await page.keyboard.press('Escape');
    const last = await buttons.count();
    for (let press = 0; press <= last; press++) await page.keyboard.press('Tab');
    await expect(text).not.toBeFocused();
    await expect(buttons.last()).not.toBeFocused();
    expect(await rows.count()).toBe(before);
    await page.keyboard.press('Shift+Tab');
    for (let press = 0; press < last; press++) await page.keyboard.press('Shift+Tab');
    await expect(text).toBeFocused();
    await page.getByRole('button', { name: 'Quitar la tabla' }).click();
    await expect(text.getByRole('columnheader', { name: 'Celda' })).toHaveCount(0);
  });

  await test.step('Markdown makes headings and lists', async () => {
    await editor.caretAtEnd(first);
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Encabezado');
    await expect(text.getByRole('heading', { level: 2, name: 'Encabezado' })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type('- uno');
    await expect(text.getByRole('listitem').filter({ hasText: /^uno$/ })).toBeVisible();
  });

  await test.step('from Word come headings, marks and lists, with a word about what was left out', async () => {
    expect(await pasteAlone(page, editor, WORD)).toBe(
      '<h2>Antes del estudio</h2><p><strong>Ayune</strong> seis horas, <em>sin</em> agua.</p>' +
        '<ul><li><p>Orden médica</p><ul><li><p>Original</p></li></ul></li><li><p>Estudios previos</p></li></ul>' +
        '<ol><li><p>Tercero</p></li></ol><p>viejo</p>',
    );
    await expect(page.getByRole('listitem').filter({ hasText: 'Se dejó fuera 1 imagen pegada.' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Un enlace quedó como texto' })).toBeVisible();
  });

  await test.step('from Google Docs comes a text without its disguises', async () => {
    expect(await pasteAlone(page, editor, DOCS)).toBe(
      '<h2>Resultados</h2><p>Están listos en <strong>dos días</strong><em> hábiles</em><sup>2</sup>.</p>' +
        '<ul><li><p>Uno</p><ul><li><p>Uno uno</p></li></ul></li></ul><p><a>Enlace</a></p>' +
        '<div><table><tbody><tr><td><p>Celda</p></td></tr></tbody></table></div>',
    );
    await expect(page.getByRole('link', { name: 'Enlace' })).toHaveAttribute('href', 'https://example.org/a');
  });

  await test.step('signs between numbers stay; those around words are marks', async () => {
    await pasteAlone(page, editor, '<p>Uno</p>');
    await editor.caretAtEnd(text.locator('p').first());
    await page.keyboard.press('Enter');
    await page.keyboard.type('5 * 6 * 7 y *ocho*');
    await expect(text.locator('p').last()).toHaveText('5 * 6 * 7 y ocho');
    await expect(text.locator('em')).toHaveText('ocho');
  });
});

/** Pastes into the empty text. @returns its structure, without attributes */
async function pasteAlone(page: Page, editor: EditorPage, html: string): Promise<string> {
  const text = editor.text('español');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await editor.paste(html);
  return (await text.innerHTML())
    .replace(/<div class="paste-note[^>]*>.*?<\/div>/g, '')
    .replace(/<br class="ProseMirror-trailingBreak">/g, '')
    .replace(/<(\w+)[^>]*>/g, '<$1>')
    .replace(/<br>|<span><\/span>/g, '');
}
