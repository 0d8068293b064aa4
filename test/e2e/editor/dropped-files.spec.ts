import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { pdf as pdfOf } from '../../helpers/files/made-files.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';
import { ROOT } from '../../helpers/project-root.ts';

/** Drops files of the device on an element as a browser does, which opens them in the window unless the page takes them. */
async function dropFiles(page: Page, on: Locator, files: string[]): Promise<void> {
  const { x, y, width, height } = (await on.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + width / 2,
      y: y + height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
  await session.detach();
}

test('a file that is dropped on the page never opens over what is being written, and the person is told', async ({
  openAs,
  expected,
}, testInfo) => {
  expected.problem(/422.*pictures/);
  const pdf = testInfo.outputPath('informe.pdf');
  await writeFile(pdf, pdfOf());
  const page = await openAs('Ana', ARTICLE_PATH);
  const editor = createEditorPage(page);
  const text = editor.text('español');
  await editor.caretAtEnd(text.locator('p').last());
  await page.keyboard.type(' Sin gas.');
  const isOpen = async () => {
    expect(page.url()).toContain(ARTICLE_PATH);
    await expect(text.locator('p').last()).toContainText('Beba agua. Sin gas.');
  };
  const toast = (words: string) => page.getByRole('listitem').filter({ hasText: words });

  for (const [what, place] of [
    ['the heading of the column', editor.column('es').getByText(/^Original/)],
    ['a field', page.getByLabel('Título', { exact: true }).first()],
    ['the frame', page.getByRole('banner')],
  ] as const) {
    await test.step(`beside the text, on ${what}`, async () => {
      await dropFiles(page, place, [pdf]);
      await expect(toast('Aquí no se puede soltar un archivo.')).toBeInViewport();
      await isOpen();
      await toast('Aquí no se puede soltar un archivo.').getByRole('button').last().click();
      await expect(toast('Aquí no se puede soltar un archivo.')).toHaveCount(0);
    });
  }

  await test.step('on the text, one that is no picture, which readers can open', async () => {
    await dropFiles(page, text.locator('p').first(), [pdf]);
    const file = text.getByRole('group', { name: 'Archivo', exact: true });
    await expect(file.getByText('informe.pdf')).toBeVisible();
    await expect(text.locator(':scope > *').nth(1)).toContainText('informe.pdf');
    await isOpen();
  });

  await test.step('on the text, a picture beside one that is none', async () => {
    const picture = testInfo.outputPath('punto.svg');
    await writeFile(picture, await readFile(join(ROOT, 'public/favicon.svg')));
    const program = testInfo.outputPath('programa.exe');
    await writeFile(program, 'MZ\u0090\u0000');
    await dropFiles(page, text.locator('p').first(), [picture, program]);
    await expect(text.locator('img')).toHaveCount(1);
    await expect(toast('«programa.exe» no es de una clase que el sitio acepte')).toBeInViewport();
    await isOpen();
  });
});

test('whoever drops several pictures at once sees which is being uploaded, and what failed and why once the others are there', async ({
  openAs,
  expected,
}, testInfo) => {
  expected.problem(/422|ERR_FAILED/);
  const page = await openAs('Ana', ARTICLE_PATH);
  const text = createEditorPage(page).text('español');
  const arrived: (() => void)[] = [];
  await page.route('**/pictures*', async (route) => {
    const name = /filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1];
    await new Promise<void>((resolve) => arrived.push(resolve));
    await (name === 'tres.svg' ? route.abort() : route.continue());
  });
  const drawing = await readFile(join(ROOT, 'public/favicon.svg'));
  const files = ['uno.svg', 'dos.svg', 'tres.svg', 'cuatro.svg', 'informe.pdf'].map((name) =>
    testInfo.outputPath(name),
  );
  for (const file of files) await writeFile(file, /dos\.svg|pdf$/.test(file) ? 'MZ no picture' : drawing);
  await dropFiles(page, text.locator('p').first(), files);

  const upload = page.getByRole('status').filter({ hasText: 'Subiendo' });
  for (const number of [1, 2, 3, 4, 5]) {
    await expect(upload).toHaveText(`Subiendo el archivo ${number} de 5…`);
    await expect.poll(() => arrived.length).toBe(number);
    arrived[number - 1]?.();
  }
  await expect(upload).toHaveCount(0);
  await expect(text.locator('img')).toHaveCount(2);
  const toast = page.getByRole('listitem').filter({ hasText: '3 de 5 archivos no se subieron' });
  await expect(toast).toBeInViewport();
  for (const reason of [
    '«informe.pdf» no es de una clase que el sitio acepte',
    '«dos.svg» no es una imagen que el sitio pueda mostrar.',
    'No se pudo subir «tres.svg».',
  ]) {
    await expect(toast).toContainText(reason);
  }
});
