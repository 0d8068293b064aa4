import type { Page } from '@playwright/test';
import { nodeText } from '#core/rich-text/rich-text.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage, type EditorPage, reconnect } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test, type Worker } from '../../helpers/items/item-pages.ts';
import { createRandom, type Random } from '../../helpers/random.ts';

const ITEM = ARTICLE_PATH.replace('/admin/items/', '');
/** Of a round each: one for each order in which the two reconnect. */
const SEEDS = [7, 2026];
const BEGINNING = 'No coma seis horas antes.';
const REST = 'Beba agua.';

/** A person who types in the first paragraph of the Spanish text. */
interface Writer {
  page: Page;
  editor: EditorPage;
  /** The keys that only this person types. */
  keys: string;
  random: Random;
}

type OpenAs = (name: Worker) => Promise<Page>;

test.use({ ownProcess: true });

test.beforeEach(({ expected }) => {
  expected.problem(LOST_CONNECTION, /WebSocket/);
});

test(`a lost network and a killed server cost two people no letter (seeds ${SEEDS.join(' and ')})`, async ({
  openAs,
  site,
}) => {
  test.slow();
  const ana = await openWriter(openAs, 'Ana', 'abcdefghijklm');
  const beto = await openWriter(openAs, 'Beto', 'NOPQRSTUVWXYZ');
  const written: string[] = [BEGINNING, REST];

  for (const [round, seed] of SEEDS.entries()) {
    ana.random = createRandom(seed);
    beto.random = createRandom(seed + 1);
    written.push(...(await Promise.all([write(ana), write(beto)])));

    await ana.page.context().setOffline(true);
    await expect(keptHere(ana)).toBeVisible();
    written.push(...(await Promise.all([write(ana), write(beto)])));

    // The server is killed while the one who is online types.
    const [, ...last] = await Promise.all([site.kill(), write(beto), write(ana)]);
    written.push(...last);
    await expect(keptHere(beto)).toBeVisible();
    written.push(await write(beto), await correct(ana));

    // Both reconnect first in turn.
    if (round % 2 === 0) await ana.page.context().setOffline(false);
    await site.restart();
    await reconnect(...(round % 2 === 0 ? [ana.page, beto.page] : [beto.page, ana.page]));

    await ana.editor.expectSaved();
    await beto.editor.expectSaved();
    await expect.poll(async () => lettersOf(await read(ana)), `seed ${seed}`).toBe(lettersOf(written.join('')));
    await expect.poll(async () => (await read(beto)) === (await read(ana)), 'both read the same').toBe(true);
  }

  const text = await read(ana);
  await expect.poll(() => itemText(site.dataDir), 'the item has it too').toBe(text);
  await ana.page.reload();
  await ana.editor.expectSaved();
  expect(await read(ana)).toBe(text);
});

test('what is typed while the server is down outlives a reload after it is back', { tag: '@cloud' }, async ({
  openAs,
  site,
}) => {
  const ana = await openWriter(openAs, 'Ana', 'abcdefghijklm');
  await site.kill();
  await expect(keptHere(ana)).toBeVisible();
  const typed = await write(ana);
  const text = await read(ana);
  await site.restart();
  await ana.page.reload();
  await expect(ana.editor.text('español')).toBeVisible();
  await ana.editor.expectSaved();
  expect(await read(ana)).toBe(text);
  expect(lettersOf(text)).toBe(lettersOf(BEGINNING + typed + REST));
  await expect.poll(() => itemText(site.dataDir)).toBe(text);
});

test('a device that keeps nothing says so, and who would lose words by leaving is asked first', async ({
  openAs,
  site,
  expected,
}) => {
  expected.problem(/idb-open: the browser keeps no data/);
  const page = await openAs('Ana');
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('This browser keeps nothing', 'SecurityError');
    };
  });
  const editor = createEditorPage(page);
  await editor.open(ITEM);
  await editor.caretAtEnd(paragraph(editor));
  await site.kill();
  const grave = /este dispositivo no puede guardar nada: no cierre esta ventana/;
  await expect(page.locator('[data-desk-bar]').getByText(grave)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: grave }), 'it is said at length').toBeVisible();
  await page.keyboard.type(' Ni fume.');
  await page.getByRole('link', { name: 'Historial' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Salir y perder lo que escribió?' });
  await expect(question).toBeVisible();
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Quedarse' }).click();
  await expect(editor.text('español')).toContainText('Ni fume.');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await site.restart();
  await editor.expectSaved();
  await expect.poll(() => itemText(site.dataDir)).toBe(`${BEGINNING} Ni fume.${REST}`);
});

async function openWriter(openAs: OpenAs, name: Worker, keys: string): Promise<Writer> {
  const page = await openAs(name);
  const editor = createEditorPage(page);
  await editor.open(ITEM);
  await editor.caretAtEnd(paragraph(editor));
  return { page, editor, keys, random: createRandom(1) };
}

const paragraph = (editor: EditorPage) => editor.text('español').locator('p').first();

const keptHere = ({ page }: Writer) => page.getByText('Sin conexión: guardado en este dispositivo', { exact: true });

/** Moves around at the start of the paragraph and types. @returns the typed text */
async function write({ page, keys, random }: Writer): Promise<string> {
  let typed = '';
  for (let edit = 0; edit < 4; edit++) {
    await page.keyboard.press('Control+Home');
    for (let step = random(9); step > 0; step--) await page.keyboard.press('ArrowRight');
    const word = Array.from({ length: 1 + random(4) }, () => keys.charAt(random(keys.length))).join('');
    await page.keyboard.type(word);
    typed += word;
  }
  return typed;
}

/** Types and deletes some of it, where no other person's input can be in between. @returns the remaining text */
async function correct({ page, keys }: Writer): Promise<string> {
  await page.keyboard.type(keys);
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace');
  return keys.slice(0, -4);
}

const read = ({ editor }: Writer) => editor.words('español');

/** The sorted letters of a text. */
const lettersOf = (text: string) => [...text].sort().join('');

async function itemText(dataDir: string): Promise<string> {
  const { languages } = await readItem(dataDir, 'ayuno');
  return (languages.es?.body.content ?? []).map(nodeText).join('');
}
