import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from '../data-folders/create-accounts.ts';
import { ANA } from '../data-folders/person.ts';

export const OWNER: Member = { ...ANA, role: 'owner' };

export const TRANSLATOR: Member = {
  name: 'Tomás Lara',
  email: 'tomas@example.org',
  password: 'puente niebla azul',
  role: 'translator',
  languages: ['en'],
};

/** Page object of an item's editor, in Spanish. */
export interface EditorPage {
  /** The text of a language. */
  text(language: 'español' | 'inglés'): Locator;
  /** The column of a language. */
  column(language: 'es' | 'en'): Locator;
  /** Opens an item and waits until it is editable. */
  open(path: string): Promise<void>;
  /** Puts the caret at the end of a block. */
  caretAtEnd(block: Locator): Promise<void>;
  expectSaved(): Promise<void>;
  /** Pastes HTML, beside which programs give a plain text. */
  paste(html: string, plain?: string): Promise<void>;
  bar: Locator;
  /** The text of a language, without carets of other people. */
  words(language: 'español' | 'inglés'): Promise<string>;
  /** The text of a block, without carets of other people. */
  blockWords(block: Locator): Promise<string>;
}

export function createEditorPage(page: Page): EditorPage {
  const text = (language: string) => page.getByRole('textbox', { name: `Texto en ${language}` });
  const status = (words: string) => page.getByRole('status').filter({ hasText: words });
  return {
    text,
    column: (language) => page.locator(`[data-column="${language}"]`),
    async open(path) {
      await page.goto(`/admin/items/${path}`);
      await expect(text('español')).toBeVisible();
      await expect(status('Guardado')).toBeVisible();
    },
    async caretAtEnd(block) {
      await block.click();
      // The editor may render before it has read the selection, which restores the position of the click; and a menu or dialog
      // that has just closed may take the focus back.
      await expect.poll(() => block.evaluate(endsWithCaret)).toBe(true);
    },
    expectSaved: () => expect(page.getByText('Guardado', { exact: true })).toBeVisible(),
    async paste(html, plain = 'x') {
      await page.evaluate(
        (pasted) => {
          const data = new DataTransfer();
          for (const [type, value] of Object.entries(pasted)) if (value !== '') data.setData(type, value);
          const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(event);
        },
        { 'text/html': html, 'text/plain': plain },
      );
    },
    bar: page.getByRole('region', { name: 'Estado de la traducción' }),
    words: (language) => wordsOf(text(language)),
    blockWords: wordsOf,
  };
}

/** Runs in the page: puts the caret at the end of an element. @returns whether it is still there two frames later, with the focus */
async function endsWithCaret(element: Element): Promise<boolean> {
  const text = element.closest<HTMLElement>('[contenteditable="true"]');
  if (text && text !== document.activeElement) text.focus();
  const end = document.createRange();
  end.selectNodeContents(element);
  end.collapse(false);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(end);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (text && text !== document.activeElement) return false;
  const selection = getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode || !element.contains(selection.anchorNode)) return false;
  const rest = document.createRange();
  rest.selectNodeContents(element);
  rest.setStart(selection.anchorNode, selection.anchorOffset);
  const behind = rest.cloneContents();
  for (const caret of behind.querySelectorAll('.caret')) caret.remove();
  return behind.textContent === '';
}

function wordsOf(part: Locator): Promise<string> {
  return part.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll('.caret')) caret.remove();
    return copy.textContent ?? '';
  });
}

/**
 * Lets the editors of windows connect again, one after the other, as where the network has just come back: not only after the
 * delay that grew while the server was down.
 */
export async function reconnect(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await page.context().setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  }
}
