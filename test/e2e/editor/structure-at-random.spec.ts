import type { Locator, Page } from '@playwright/test';
import { nodeText } from '#core/rich-text/rich-text.ts';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage, type EditorPage, reconnect } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';
import { createRandom, type Random } from '../../helpers/random.ts';

const ITEM = ARTICLE_PATH.replace('/admin/items/', '');
/** Of a round each: one for each order in which the two reconnect. */
const SEEDS = [3, 11];
/** Acts of each person before and after the server is killed. */
const ACTS = 6;

interface Writer {
  page: Page;
  editor: EditorPage;
  random: Random;
  /** The code of the next letter, which nobody else types. */
  letter: number;
}

test.use({ ownProcess: true });

test.beforeEach(({ expected }) => {
  expected.problem(LOST_CONNECTION, /WebSocket/);
});

test(`structure changed apart, a killed server and reloads lose no word (seeds ${SEEDS.join(' and ')})`, async ({
  openAs,
  site,
}) => {
  test.slow();
  const open = async (name: 'Ana' | 'Beto', letter: number): Promise<Writer> => {
    const page = await openAs(name);
    const editor = createEditorPage(page);
    await editor.open(ITEM);
    return { page, editor, random: createRandom(1), letter };
  };
  const [ana, beto] = [await open('Ana', 0x4e00), await open('Beto', 0x6e00)];
  const typed = [await read(ana)];
  const [first] = typed as [string];

  for (const [round, seed] of SEEDS.entries()) {
    ana.random = createRandom(seed);
    beto.random = createRandom(seed + 1);
    await ana.page.context().setOffline(true);
    await expect(keptHere(ana)).toBeVisible();
    const acts = await Promise.all([changeAtRandom(ana), changeAtRandom(beto)]);
    const [, own] = await Promise.all([site.kill(), changeAtRandom(beto)]);
    typed.push(...acts.flat(), ...own, ...(await changeAtRandom(ana)));
    await expect(keptHere(beto)).toBeVisible();
    if (round % 2 === 0) await ana.page.context().setOffline(false);
    await site.restart();
    await reconnect(...(round % 2 === 0 ? [ana.page, beto.page] : [beto.page, ana.page]));
    for (const writer of [ana, beto]) {
      await writer.editor.expectSaved();
      await expect.poll(async () => lettersOf(await read(writer)), `seed ${seed}`).toBe(lettersOf(typed.join('')));
    }
    await expect.poll(async () => (await read(beto)) === (await read(ana)), 'both read the same').toBe(true);
    // Nobody broke these words, and what one person typed at once is in one place.
    const text = await read(ana);
    expect(typed.filter((words) => words !== first && !text.includes(words))).toEqual([]);
  }

  const text = await read(ana);
  await expect.poll(() => itemText(site.dataDir), 'the item has it too').toBe(text);
  await ana.page.reload();
  await ana.editor.expectSaved();
  expect(await read(ana)).toBe(text);
});

/** Changes blocks and types between the changes. @returns what was typed */
async function changeAtRandom(writer: Writer): Promise<string[]> {
  const typed: string[] = [];
  for (let act = 0; act < ACTS; act++) {
    const blocks = writer.editor.text('español').locator('p, h2, h3, pre');
    const block = blocks.nth(writer.random(await blocks.count()));
    const keys = [
      [],
      [],
      ['Enter'],
      ['ControlOrMeta+Alt+2'],
      ['ControlOrMeta+Shift+8'],
      ['ControlOrMeta+Shift+b'],
      ['Alt+Shift+ArrowUp'],
      ['Alt+Shift+ArrowDown'],
      ['Backspace'],
    ][writer.random(9)] as string[];
    await putCaret(block, keys[0] === 'Backspace' ? 'start' : 'end');
    for (const key of keys) await writer.page.keyboard.press(key);
    if (keys[0] === 'Backspace') continue;
    const words = String.fromCharCode(...Array.from({ length: 3 }, () => writer.letter++));
    await writer.page.keyboard.insertText(words);
    typed.push(words);
  }
  return typed;
}

async function putCaret(block: Locator, where: 'start' | 'end'): Promise<void> {
  // The editor may render before it has read the selection, which restores the former one.
  await expect.poll(() => block.evaluate(selectAt, where)).toBe(true);
}

/** Runs in the page. @returns whether the caret is still there two frames later */
async function selectAt(element: Element, where: 'start' | 'end'): Promise<boolean> {
  element.closest<HTMLElement>('[contenteditable]')?.focus();
  const wanted = document.createRange();
  wanted.selectNodeContents(element);
  wanted.collapse(where === 'start');
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(wanted);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode || !element.contains(selection.anchorNode)) return false;
  const rest = document.createRange();
  rest.selectNodeContents(element);
  if (where === 'start') rest.setEnd(selection.anchorNode, selection.anchorOffset);
  else rest.setStart(selection.anchorNode, selection.anchorOffset);
  const beyond = rest.cloneContents();
  for (const caret of beyond.querySelectorAll('.caret')) caret.remove();
  return beyond.textContent === '';
}

const keptHere = ({ page }: Writer) => page.getByText('Sin conexión: guardado en este dispositivo', { exact: true });

const read = ({ editor }: Writer) => editor.words('español');

/** The sorted letters of a text. */
const lettersOf = (text: string) => [...text].sort().join('');

async function itemText(dataDir: string): Promise<string> {
  const { languages } = await readItem(dataDir, 'ayuno');
  // Blocks within a list or a quote are divided by line breaks.
  return (languages.es?.body.content ?? []).map(nodeText).join('').replaceAll('\n', '');
}
