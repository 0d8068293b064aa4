import type { Page } from '@playwright/test';
import { nodeText } from '#core/rich-text/plain-text.ts';
import { createEditorPage, type EditorPage } from '../helpers/editor-page.ts';
import { ARTICLE_PATH, expect, test, type Worker } from '../helpers/item-pages.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { readItem } from '../helpers/write-items.ts';

const ITEM = ARTICLE_PATH.replace('/admin/items/', '');
const BEGINNING = 'No coma seis horas antes.';

/** Somebody who writes in the first paragraph of the Spanish text. */
interface Writer {
  page: Page;
  editor: EditorPage;
  /** The keys that are theirs. */
  keys: string;
  random: Random;
}

type OpenAs = (name: Worker, path: string) => Promise<Page>;

test.beforeEach(({ expected }) => expected.problem(/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/));

test('what is typed while the server is down outlives a reload after it is back', async ({ openAs, site }) => {
  const ana = await openWriter(openAs, 'Ana', 'abcdefghijklm', 1);
  await site.kill();
  await expect(keptHere(ana)).toBeVisible();
  const typed = await write(ana);
  const text = await read(ana);
  await site.restart();
  await ana.page.reload();
  await expect(ana.editor.text('español')).toBeVisible();
  await ana.editor.expectSaved();
  expect(await read(ana)).toBe(text);
  expect(lettersOf(text)).toBe(lettersOf(BEGINNING + typed));
  await expect.poll(() => firstBlock(site.dataDir)).toBe(text);
});

async function openWriter(openAs: OpenAs, name: Worker, keys: string, seed: number): Promise<Writer> {
  const page = await openAs(name, '/admin');
  const editor = createEditorPage(page);
  await editor.open(ITEM);
  await editor.caretAtEnd(paragraph(editor));
  return { page, editor, keys, random: createRandom(seed) };
}

const paragraph = (editor: EditorPage) => editor.text('español').locator('p').first();

const keptHere = ({ page }: Writer) => page.getByText('Sin conexión: guardado en este dispositivo', { exact: true });

/** Goes to and fro in the paragraph and types. @returns what was typed */
async function write({ page, keys, random }: Writer): Promise<string> {
  let typed = '';
  for (let edit = 0; edit < 6; edit++) {
    const [edge, inwards] = random(2) === 0 ? (['Home', 'ArrowRight'] as const) : (['End', 'ArrowLeft'] as const);
    await page.keyboard.press(edge);
    for (let step = random(9); step > 0; step--) await page.keyboard.press(inwards);
    const word = Array.from({ length: 1 + random(4) }, () => keys.charAt(random(keys.length))).join('');
    await page.keyboard.type(word);
    typed += word;
  }
  return typed;
}

const read = ({ editor }: Writer) => editor.blockWords(paragraph(editor));

/** Every letter of a text as often as it is there, whatever its place. */
const lettersOf = (text: string) => [...text].sort().join('');

async function firstBlock(dataDir: string): Promise<string> {
  const { languages } = await readItem(dataDir, 'ayuno');
  const [block] = languages.es?.body.content ?? [];
  return block ? nodeText(block) : '';
}
