import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { median } from '../measuring/statistics.ts';
import type { Figure } from '../reporting/report.ts';
import { createAccountsForTries } from '../sites/create-accounts-for-tries.ts';
import { importLongArticle } from '../sites/import-long-article.ts';
import { startProduct } from '../sites/start-child.ts';

/** Words of the article in each of two languages. */
const WORDS = 5_000;

const KEYSTROKES = 200;
const OPENINGS = 5;

/** An item of ordinary length, and a page of the same frame with little on it. */
const ORDINARY = '/admin/items/articles/mri-or-ct';
const BARE = '/admin/account';

const WRITER = { email: 'bench-writer@example.org', password: 'la-buena-lámpara-7' };

declare global {
  interface Window {
    keystroke: Promise<number>;
  }
}

/**
 * How long a keystroke blocks the browser in a long article that is open in two languages, how long it takes to open, and how long an
 * ordinary item takes in a browser that has nothing of the site yet.
 */
export async function benchWriting(dataFolder: string): Promise<Figure[]> {
  const id = await importLongArticle(dataFolder, WORDS);
  await createAccountsForTries({ dataDir: dataFolder }, [WRITER.email], { role: 'owner' });
  const server = await startProduct(dataFolder);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ baseURL: server.origin.replace('127.0.0.1', 'localhost') });
    await page.goto('/admin/signin');
    await page.locator('input[name=email]').fill(WRITER.email);
    await page.locator('input[name=password]').fill(WRITER.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/admin');
    const openings: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) openings.push(await open(page, `/admin/items/articles/${id}`));
    const cold = await openCold(browser, page.context(), server.origin.replace('127.0.0.1', 'localhost'));
    const times = await type(page, page.getByRole('textbox', { name: nameOfText('español') }));
    return [
      {
        name: `keystroke among ${WORDS} words in two languages`,
        value: median(times),
        unit: 'ms',
        budget: { atMost: 16 },
      },
      {
        name: `opening ${WORDS} words in two languages`,
        value: median(openings),
        unit: 'ms',
        budget: { atMost: 700 },
      },
      { name: 'cold editor of an ordinary item', value: cold.editor, unit: 'ms', budget: { atMost: 900 } },
      { name: 'cold editor: against a bare admin page', value: cold.ratio, unit: 'ratio', budget: { atMost: 1.9 } },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Opens the ordinary item and the bare page by turns, each in a new profile with the same session. The server has rendered both. */
async function openCold(
  browser: Browser,
  signedIn: BrowserContext,
  baseURL: string,
): Promise<{ editor: number; ratio: number }> {
  const cookies = await signedIn.cookies();
  const visit = async (act: (page: Page) => Promise<number>) => {
    const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
    await context.addCookies(cookies);
    try {
      return await act(await context.newPage());
    } finally {
      await context.close();
    }
  };
  const editor: number[] = [];
  const bare: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening++) {
    const times = [await visit((page) => open(page, ORDINARY, '')), await visit(openBare)];
    // The first ones warm the server.
    if (opening > 0) for (const [index, list] of [editor, bare].entries()) list.push(times[index] ?? 0);
  }
  return { editor: median(editor), ratio: median(editor) / median(bare) };
}

/** Milliseconds from the request until a page that only shows something can be used. */
async function openBare(page: Page): Promise<number> {
  await page.goto(BARE, { waitUntil: 'commit' });
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          requestAnimationFrame(
            document.readyState === 'complete' && !window.mekiHydrated
              ? () => setTimeout(() => resolve(performance.now()))
              : look,
          );
        look();
      }),
  );
}

/** Milliseconds from the request to the frame that shows both editable texts, by the page's own clock. */
async function open(page: Page, path: string, words = 'Parte 0'): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  return await page.evaluate(
    ({ names, words }) =>
      new Promise<number>((resolve) => {
        const isReady = (name: string) => {
          const text = document.querySelector(`[contenteditable=true][aria-label="${name}"]`)?.textContent;
          return text?.includes(words) && text !== '';
        };
        const look = () =>
          requestAnimationFrame(names.every(isReady) ? () => setTimeout(() => resolve(performance.now())) : look);
        look();
      }),
    { names: [nameOfText('español'), nameOfText('inglés')], words },
  );
}

/**
 * Types in the middle of the text, each key after the previous one was handled: browsers process queued keys before the task
 * that would measure.
 * @returns the milliseconds of script and layout per keystroke
 */
async function type(page: Page, text: Locator): Promise<number[]> {
  await text.getByText('Parte 25').click();
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      () => {
        const startedAt = performance.now();
        const { port1, port2 } = new MessageChannel();
        window.keystroke = new Promise((resolve) => {
          port1.onmessage = () => {
            document.body.getBoundingClientRect();
            resolve(performance.now() - startedAt);
          };
        });
        port2.postMessage(undefined);
      },
      { capture: true },
    );
  });
  const times: number[] = [];
  for (let index = 0; index < KEYSTROKES; index++) {
    await page.keyboard.press('abcdefghij '.charAt(index % 11));
    times.push(await page.evaluate(() => window.keystroke));
  }
  return times;
}

function nameOfText(language: string): string {
  return `Texto en ${language}`;
}
