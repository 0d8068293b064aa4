import { chromium, type Locator, type Page } from '@playwright/test';
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

const WRITER = { email: 'bench-writer@example.org', password: 'la-buena-lámpara-7' };

declare global {
  interface Window {
    keystroke: Promise<number>;
  }
}

/** How long a keystroke blocks the browser in a long article that is open in two languages, and how long it takes to open. */
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
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Milliseconds from the request to the frame that shows both editable texts, by the page's own clock. */
async function open(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  return await page.evaluate(
    (names) =>
      new Promise<number>((resolve) => {
        const isReady = (name: string) =>
          document.querySelector(`[contenteditable=true][aria-label="${name}"]`)?.textContent.includes('Parte 0');
        const look = () =>
          requestAnimationFrame(names.every(isReady) ? () => setTimeout(() => resolve(performance.now())) : look);
        look();
      }),
    [nameOfText('español'), nameOfText('inglés')],
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
