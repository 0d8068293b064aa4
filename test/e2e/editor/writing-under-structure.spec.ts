import type { Page } from '@playwright/test';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { createEditorPage, type EditorPage } from '../../helpers/items/editor-page.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const FIRST = 'No coma seis horas antes.';
const SECOND = 'Beba agua.';

interface Writer {
  page: Page;
  editor: EditorPage;
}

test.beforeEach(({ expected }) => expected.problem(LOST_CONNECTION, /WebSocket/));

const text = ({ editor }: Writer) => editor.text('español');
const block = (writer: Writer, words: string) =>
  text(writer).locator('p, h2, h3, li').filter({ hasText: words }).last();

/** The words of each block, without the carets of others. */
const blocks = ({ editor }: Writer) =>
  editor.text('español').evaluate((element) =>
    [...element.querySelectorAll('p, h2, h3')].map((found) => {
      const copy = found.cloneNode(true) as HTMLElement;
      for (const caret of copy.querySelectorAll('.caret')) caret.remove();
      return copy.textContent ?? '';
    }),
  );

async function expectBlocks(writers: Writer[], wanted: string[]): Promise<void> {
  for (const writer of writers) {
    await writer.editor.expectSaved();
    await expect.poll(() => blocks(writer)).toEqual(wanted);
  }
}

/** What one person does to a paragraph in which the other one writes. */
interface Act {
  name: string;
  keys: string[];
  at: 'Home' | 'End';
  /** The words of both paragraphs afterwards. */
  result: (before: string, words: string) => string[];
}

const ACTS: Act[] = [
  { name: 'joined', keys: ['Backspace'], at: 'Home', result: (before, words) => [`${before}${words}`] },
  { name: 'made a heading', keys: ['ControlOrMeta+Alt+2'], at: 'End', result: (...both) => both },
  { name: 'made a list', keys: ['ControlOrMeta+Shift+8'], at: 'End', result: (...both) => both },
  { name: 'made a quote', keys: ['ControlOrMeta+Shift+b'], at: 'End', result: (...both) => both },
  { name: 'moved', keys: ['Alt+Shift+ArrowUp'], at: 'End', result: (before, words) => [words, before] },
];

/** The paragraph of an act, and the one before it. */
const wordsOf = ({ name }: Act) => `Este párrafo: ${name}.`;
const before = ({ name }: Act) => `Antes de «${name}».`;

/** The words of the paragraphs of acts after them, for each of which a sentence was written. */
const afterActs = (acts: Act[]) => acts.flatMap((act) => act.result(before(act), `${wordsOf(act)} Y camine.`));

/** The same acts in further paragraphs, which somebody does while the other one writes. */
const AT_ONCE = ACTS.map((act) => ({ ...act, name: `${act.name} at once` }));

const PARAGRAPHS = [FIRST, SECOND, ...[...ACTS, ...AT_ONCE].flatMap((act) => [before(act), wordsOf(act)])];

test('what one writes in a paragraph is kept, and not disturbed, where another one changes the paragraph', async ({
  openAs,
  site,
}) => {
  const article = { title: 'Dos que escriben', slug: 'actos', paragraphs: PARAGRAPHS };
  await writeItems(site.dataDir, [articleOf('actos', { es: article })]);
  const [ana, beto] = [await open(openAs, 'Ana'), await open(openAs, 'Beto')];
  const untouched = AT_ONCE.flatMap((act) => [before(act), wordsOf(act)]);

  await test.step('offline, in one that was joined to the one before, made a heading, a list or a quote, moved, or removed', async () => {
    await ana.page.context().setOffline(true);
    await expect(ana.page.getByText('Sin conexión: guardado en este dispositivo', { exact: true })).toBeVisible();
    for (const act of ACTS) {
      await ana.editor.caretAtEnd(block(ana, wordsOf(act)));
      await ana.page.keyboard.type(' Y camine.');
      await beto.editor.caretAtEnd(block(beto, wordsOf(act)));
      await beto.page.keyboard.press(act.at);
      for (const key of act.keys) await beto.page.keyboard.press(key);
    }
    await ana.editor.caretAtEnd(block(ana, FIRST));
    await ana.page.keyboard.type(' Ni fume.');
    await block(beto, FIRST).click({ clickCount: 3 });
    await beto.page.keyboard.press('Backspace');
    await beto.page.keyboard.press('Delete');
    await expect.poll(async () => (await blocks(beto))[0]).toBe(SECOND);
    await beto.editor.expectSaved();
    await ana.page.context().setOffline(false);
    await expectBlocks([ana, beto], [' Ni fume.', SECOND, ...afterActs(ACTS), ...untouched]);
  });

  await test.step('words in one that was removed are shown, with the choice to keep or to remove them', async () => {
    for (const { page } of [ana, beto]) await expect(page.getByRole('status').getByText('Ni fume.')).toBeVisible();
    await beto.page.reload();
    await beto.page.getByRole('status').getByRole('button', { name: 'Conservarlo' }).click();
    await expect(ana.page.getByRole('button', { name: 'Quitarlo' })).toBeHidden();
    await expectBlocks([ana, beto], [' Ni fume.', SECOND, ...afterActs(ACTS), ...untouched]);
  });

  await test.step('the caret is kept where the paragraph is joined, made a heading, a list or a quote, or moved', async () => {
    for (const act of AT_ONCE) {
      await beto.editor.caretAtEnd(block(beto, wordsOf(act)));
      await beto.page.keyboard.press(act.at);
      await ana.editor.caretAtEnd(block(ana, wordsOf(act)));
      const typing = ana.page.keyboard.type(' Y camine.', { delay: 40 });
      for (const key of act.keys) await beto.page.keyboard.press(key);
      await typing;
    }
    await expectBlocks([ana, beto], [' Ni fume.', SECOND, ...afterActs(ACTS), ...afterActs(AT_ONCE)]);
  });

  const wanted = [' Ni fume.', 'Nada más.', `${SECOND} Y camine.`, ...afterActs(ACTS), ...afterActs(AT_ONCE)];
  await test.step('the caret is kept where somebody breaks the paragraph before it', async () => {
    await beto.editor.caretAtEnd(block(beto, 'Ni fume.'));
    await ana.editor.caretAtEnd(block(ana, SECOND));
    const typing = ana.page.keyboard.type(' Y camine.', { delay: 40 });
    await beto.page.keyboard.press('Enter');
    await beto.page.keyboard.type('Nada más.');
    await typing;
    await expectBlocks([ana, beto], wanted);
  });

  await test.step('two who break a paragraph at the same moment do not double its words', async () => {
    for (const [writer, steps] of [
      [ana, 3],
      [beto, 8],
    ] as const) {
      // The caret of the other one stands within the words.
      await writer.editor.caretAtEnd(text(writer).locator('p').first());
      await writer.page.keyboard.press('Home');
      for (let step = 0; step < steps; step++) await writer.page.keyboard.press('ArrowRight');
    }
    await Promise.all([ana.page.keyboard.press('Enter'), beto.page.keyboard.press('Enter')]);
    // The caret of the other one takes a step of its own, so that the places may differ by one character.
    for (const writer of [ana, beto]) {
      await writer.editor.expectSaved();
      await expect.poll(async () => (await blocks(writer)).length).toBe(wanted.length + 2);
      expect((await blocks(writer)).join('')).toBe(wanted.join(''));
    }
  });
});

async function open(openAs: (name: 'Ana' | 'Beto') => Promise<Page>, name: 'Ana' | 'Beto'): Promise<Writer> {
  const page = await openAs(name);
  const editor = createEditorPage(page);
  await editor.open('articles/actos');
  return { page, editor };
}
