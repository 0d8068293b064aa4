import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createEditorPage, type EditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const read = (name: string) => readFile(new URL(`pasted/${name}`, import.meta.url), 'utf8');

/** Files with what programs copy, what becomes of it, and what is said beside it. */
const FILES: [name: string, structure: string, said?: RegExp][] = [
  ['asterisks.txt', '<p>2 * 3 * 4 = 24</p>'],
  ['word-numbered-headings.html', '<h2>Introducción</h2><p>Texto uno.</p><h2>Método</h2><p>Texto dos.</p>'],
  ['alert-and-code.txt', '<p>Texto <strong>fuerte</strong></p><div><p>Una nota.</p></div><pre><code>x  y</code></pre>'],
  ['iframe.html', '<p>Vea el mapa.</p>', /un marco, un video o un sonido \(www\.youtube\.com\)/],
  [
    'google-docs.html',
    '<h2>Preparación</h2><p>Venga en <strong>ayuno</strong><s> corto</s>.</p><ol><li><p>Uno</p></li><li><p>Dos</p></li></ol>' +
      '<table><tr><td><p>Edad</p></td><td><p>Horas</p></td></tr></table>',
    /Aquí se dejó fuera una imagen/,
  ],
  [
    'libreoffice.html',
    '<h2>Antes</h2><p>Seis <strong>horas</strong> de <em>ayuno</em><sup>1</sup>.</p>' +
      '<ul><li><p>Orden</p></li><li><p>Estudios</p></li></ul><table><tr><td><p>A</p></td><td><p>1</p></td></tr></table>',
  ],
  [
    'excel.html',
    '<table><tr><td><p>Estudio</p></td><td><p>Precio</p></td></tr><tr><td><p>Tórax</p></td><td><p>450</p></td></tr>' +
      '<tr><td><p>Rodilla</p></td><td><p></p></td></tr></table>',
  ],
  [
    'google-sheets.html',
    '<table><tr><td><p>Día</p></td><td><p>Hora</p></td></tr><tr><td><p>Lunes</p></td><td><p>8</p></td></tr></table>',
  ],
  [
    'notion.html',
    '<h2>Plan</h2><p>Una <strong>idea</strong> con <code>código</code>.</p><div><p>💡 Traiga su orden.</p></div>' +
      '<ul><li><p>Uno</p><ul><li><p>Uno uno</p></li></ul></li><li><p>[ ] Pendiente</p></li></ul><hr>' +
      '<blockquote><p>Una cita.</p></blockquote>',
  ],
  [
    'apple-notes.html',
    '<p><strong>Compras</strong></p><ul><li><p>Gasas</p></li><li><p>Guantes</p></li></ul><p>Llamar al proveedor mañana.</p>',
  ],
  [
    'github.html',
    '<h2>Install</h2><div><p>Back up first.</p></div><pre><code>cd meki\nnpm install</code></pre><ul><li><p>Done 🎉</p></li></ul>',
  ],
  ['word-online.html', '<h2>Objetivo</h2><p>Un párrafo.</p><ul><li><p>Uno</p></li></ul>'],
  ['word-reviewed.html', '<p>El ayuno es de seis horas.</p>'],
  ['code-editor.html', '<pre><code>if (a) {\n  b();\n\n}</code></pre>'],
  [
    'rows.txt',
    '<table><tr><th><p>Estudio</p></th><th><p>Precio</p></th><th><p>Ayuno</p></th></tr>' +
      '<tr><td><p>Tórax</p></td><td><p>450</p></td><td><p>no</p></td></tr>' +
      '<tr><td><p>Abdomen</p></td><td><p>900</p></td><td><p>seis horas</p></td></tr></table>',
  ],
];

/** The same of what is copied from pages. */
const PARTS: [html: string, structure: string, ...said: RegExp[]][] = [
  ['<p>Uno</p><iframe src="https://maps.example/x"></iframe><p>Dos</p>', '<p>Uno</p><p>Dos</p>', /maps\.example/],
  ['<iframe src="https://maps.example/x"></iframe><p>Uno</p>', '<p>Uno</p>', /maps\.example/],
  ['<p>Uno <script>x()</script>dos</p>', '<p>Uno dos</p>', /Aquí se dejó fuera un script/],
  ['<p>Uno <canvas></canvas> dos</p>', '<p>Uno dos</p>', /canvas/],
  ['<p>Uno <x-plano></x-plano> dos</p>', '<p>Uno dos</p>', /x-plano/],
  ['<p>Uno <x-nota>dos</x-nota></p>', '<p>Uno dos</p>'],
  ['<form><p>Nombre: <input name="n" type="text"></p></form>', '<p>Nombre:</p>', /un campo de formulario \(n\)\./],
  [
    '<ul><li>Uno <img src="a.png" alt="Un pie"></li><li>Dos</li></ul>',
    '<ul><li><p>Uno</p></li><li><p>Dos</p></li></ul>',
    /Un pie/,
  ],
  [
    '<table><tr><td>Uno<video src="https://v.example/a.mp4"></video></td><td>Dos</td></tr></table>',
    '<table><tr><td><p>Uno</p></td><td><p>Dos</p></td></tr></table>',
    /v\.example/,
  ],
  ['<p><a href="ftp://viejo.example/a">viejo</a></p>', '<p>viejo</p>', /ftp:\/\/viejo\.example\/a/],
  [
    '<p>Es <math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math>.</p>',
    '<p>Es x^2.</p>',
    /una fórmula quedó como texto/,
  ],
  ['<p>Hola <img class="emoji" alt="🎉" src="https://e.example/1.png"></p>', '<p>Hola 🎉</p>'],
  [
    '<p>A<object data="https://o.example/a.pdf"></object></p><p>B<embed src="https://e.example/a"></p>',
    '<p>A</p><p>B</p>',
    /o\.example/,
    /e\.example/,
  ],
  ['<pre>uno\n  dos\n</pre>', '<pre><code>uno\n  dos</code></pre>'],
  [
    '<p>Uno <img src="data:image/png;base64,AAAA"></p><p>Dos <img src="file:///C:/x/image001.png"></p>',
    '<p>Uno</p><p>Dos</p>',
    /una imagen\. /,
    /una imagen \(image001\.png\)\. /,
  ],
  ['<p>2 * 3 * 4 y 5*6*7</p>', '<p>2 * 3 * 4 y 5*6*7</p>'],
];

test('what is pasted from programs and pages arrives, or it is said beside it that it was left out', async ({
  openAs,
}) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  const notes = text.getByRole('status');

  for (const [name, structure, said] of FILES) {
    await test.step(name, async () => {
      const [html, plain] = name.endsWith('.html') ? [await read(name), 'x'] : ['', await read(name)];
      expect.soft(await pasteAlone(page, editor, html, plain)).toBe(structure);
      await expect.soft(notes).toHaveCount(said ? 1 : 0);
      if (said) await expect.soft(notes).toContainText(said);
    });
  }

  for (const [html, structure, ...said] of PARTS) {
    await test.step(html, async () => {
      expect.soft(await pasteAlone(page, editor, html)).toBe(structure);
      await expect.soft(notes).toHaveCount(said.length);
      await expect.soft(notes).toContainText(said);
    });
  }

  await test.step('of a paste of which nothing is left, it is said where the caret is', async () => {
    await pasteAlone(page, editor, '<p>Uno</p>');
    await editor.caretAtEnd(text.locator('p'));
    await editor.paste('<iframe src="https://maps.example/x"></iframe>');
    await expect(notes).toContainText('maps.example');
    await notes.getByRole('button', { name: 'Entendido' }).click();
    await expect(notes).toHaveCount(0);
    await expect(text.locator('p')).toHaveText('Uno');
  });

  await test.step('the lines of a page are joined if one likes, which can be undone', async () => {
    const lines = (await read('page-of-pdf.txt')).trim().split('\n');
    await pasteAlone(page, editor, '', await read('page-of-pdf.txt'));
    await expect(text.locator('p')).toHaveText(lines);
    await notes.getByRole('button', { name: 'Unir los renglones' }).click();
    await expect(text.locator('p').first()).toHaveText(
      /^La preparación .* ecografía abdominal no .* horas anteriores a la cita\.$/,
    );
    await expect(text.getByRole('listitem')).toHaveText([
      'Traiga la orden médica.',
      'Traiga sus estudios de los dos últimos años, aunque sean de otro lugar.',
    ]);
    await notes.getByRole('button', { name: 'Deshacer' }).click();
    await expect(text.locator('p').first()).toHaveText(lines[0] ?? '');
    await expect(notes).toHaveCount(0);
  });

  await test.step('a note stays at its place while one goes on writing behind it', async () => {
    await pasteAlone(page, editor, '<p>Uno <x-plano></x-plano></p>');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Dos');
    await expect(notes).toContainText('x-plano');
    await expect(text.locator('.paste-note + p')).toHaveText('Dos');
  });

  const join = notes.getByRole('button', { name: 'Unir los renglones' });
  const undo = notes.getByRole('button', { name: 'Deshacer' });
  const page1 = await read('page-of-pdf.txt');
  const page2 = page1.replace('La preparación', 'La otra hoja');
  await test.step('of two pages, each is joined by its own note', async () => {
    await pasteAlone(page, editor, '', page1);
    await page.keyboard.press('Enter');
    await editor.paste('', page2);
    await join.first().click();
    await expect(join).toHaveCount(1);
    await expect(text.getByText(/^La preparación .* a la cita\.$/)).toBeVisible();
    await expect(text.getByText(page2.split('\n')[0] ?? '', { exact: true })).toBeVisible();
    await join.click();
    await expect(text.getByText(/^La otra hoja .* a la cita\.$/)).toBeVisible();
    await expect(text.getByText(/^La preparación .* a la cita\.$/)).toBeVisible();
  });

  await test.step('lines that were changed are not offered to be joined, which would take the change back', async () => {
    await pasteAlone(page, editor, '', page1);
    await expect(join).toBeVisible();
    await page.keyboard.press('Backspace');
    await expect(join).toHaveCount(0);
  });

  await test.step('after words elsewhere, the lines alone are put back; a key that puts them back takes the note along', async () => {
    await pasteAlone(page, editor, '', page1);
    const lines = page1.trim().split('\n');
    await join.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Después');
    await undo.click();
    await expect(text.locator('p')).toHaveText([...lines, 'Después']);
    await pasteAlone(page, editor, '', page1);
    await join.click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text.locator('p')).toHaveText(lines);
    await expect(notes).toHaveCount(0);
  });
});

/** Pastes into the empty text. @returns its structure, without attributes and what is said */
async function pasteAlone(page: Page, editor: EditorPage, html: string, plain = 'x'): Promise<string> {
  const text = editor.text('español');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(text).toHaveText('');
  await editor.paste(html, plain);
  await expect(text).not.toHaveText('');
  return text.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll('.paste-note, .ProseMirror-trailingBreak, colgroup, .caret'))
      part.remove();
    for (const part of copy.querySelectorAll('br, span:empty')) part.remove();
    for (const part of copy.querySelectorAll('div:has(> table), tbody')) part.replaceWith(...part.childNodes);
    return copy.innerHTML.replace(/<(\w+)[^>]*>/g, '<$1>').replace(/<a>(.*?)<\/a>/g, '$1');
  });
}
