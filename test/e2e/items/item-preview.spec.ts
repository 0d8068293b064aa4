import type { Page, Route } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { judgeViews } from '../../helpers/browser/judge-views.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const PREVIEW = `${ARTICLE_PATH}/preview`;

const frameOf = (page: Page, language: string) =>
  page.frameLocator(`iframe[title="La página en ${language}, como quedaría"][aria-hidden=false]`);

async function retitle(dataDir: string, title: string, paragraphs = 1): Promise<void> {
  const item = await readItem(dataDir, 'ayuno');
  const { es } = item.languages;
  if (!es) throw new Error('The article has a Spanish text');
  const further = Array.from({ length: paragraphs }, (_, index) => ({
    type: 'paragraph',
    attrs: { id: `further${index}` },
    content: [{ type: 'text', text: `Párrafo ${index}.` }],
  }));
  const body = { ...es.body, content: [...es.body.content, ...further] };
  await writeItems(dataDir, [{ ...item, languages: { ...item.languages, es: { ...es, title, body } } }]);
}

test('the preview is the page as it would be, and follows what is written', async ({ openAs, site, expected }) => {
  // Caused by the test itself, which clicks in a frame without script.
  expected.problem(/Blocked script execution/);
  expected.problem(/404/);
  await retitle(site.dataDir, 'Un título de antes', 80);
  const page = await openAs('Tere', PREVIEW);
  const spanish = frameOf(page, 'español');
  const heading = spanish.getByRole('heading', { level: 1 });

  await test.step('at the same height', async () => {
    await expect(heading).toHaveText('Un título de antes');
    await expect(spanish.getByRole('note')).toContainText('Así se vería la página.');
    await expect(spanish.getByRole('contentinfo')).toBeVisible();
    const scrollTop = () => spanish.locator('html').evaluate((html) => html.ownerDocument.defaultView?.scrollY);
    await spanish.getByText('Párrafo 60.').scrollIntoViewIfNeeded();
    await expect.poll(scrollTop).toBeGreaterThan(100);
    const before = await scrollTop();
    await retitle(site.dataDir, 'Un título de ahora');
    await expect(heading).toHaveText('Un título de ahora');
    expect(await scrollTop()).toBe(before);
  });

  await test.step('a slow page is shown also while somebody goes on writing', async () => {
    const held: Route[] = [];
    await page.route('**/preview/page', (route) => void held.push(route));
    await retitle(site.dataDir, 'Un título lento');
    await expect.poll(() => held.length).toBe(1);
    // The next long-polling request starts once the version has been handled.
    const handled = page.waitForRequest('**/preview/changes?*');
    await retitle(site.dataDir, 'Un título más');
    await handled;
    await held[0]?.continue();
    await expect(heading).toHaveText('Un título más');
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.continue();
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(heading).toHaveText('Un título más');
    await page.unrouteAll();
  });

  await test.step('language and width are chosen by keyboard, and a link opens beside the preview', async () => {
    const english = frameOf(page, 'inglés');
    await page.getByRole('radio', { name: 'español' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(english.getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
    const width = () => english.locator('html').evaluate((html) => html.clientWidth);
    await expect.poll(width).toBeGreaterThan(1_200);
    await page.getByRole('radio', { name: 'Escritorio' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(390);
    const popup = page.waitForEvent('popup');
    await english.getByRole('navigation').getByRole('link').first().click();
    await (await popup).close();
    await expect(english.getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
  });

  const polls: Route[] = [];
  const status = (text: string) => page.getByRole('status').filter({ hasText: text });

  await test.step('why it follows no more is told beside it: an item that is there no more', async () => {
    await page.route('**/preview/changes?*', (route) => void polls.push(route));
    await page.goto(PREVIEW);
    await expect(heading).toBeVisible();
    await expect.poll(() => polls.length).toBe(1);
    await polls[0]?.fulfill({ status: 404, body: '' });
    await expect(status('Este contenido ya no existe')).toBeVisible();
  });

  await test.step('why it follows no more is told beside it: a session that has ended', async () => {
    await page.reload();
    await expect(heading).toBeVisible();
    await expect.poll(() => polls.length).toBe(2);
    await page.context().clearCookies();
    // The request that is under way ends without a change, and the server refuses the next one.
    const known = new URL(polls[1]?.request().url() ?? '').searchParams.get('after');
    await polls[1]?.fulfill({ json: { version: Number(known) } });
    await expect.poll(() => polls.length).toBe(3);
    await polls[2]?.continue();
    await expect(status('Su sesión terminó')).toBeVisible();
  });
});

test.describe('with the policy of the page out of the way, so that axe can work', () => {
  test.use({ bypassCSP: true });

  test('axe finds nothing on the preview, and on the page of a draft', async ({ openAs }) => {
    const page = await openAs('Ana', `/en${PREVIEW}?language=en`);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    // axe waits for its script in every frame, but this one runs no scripts.
    await page.locator('iframe').evaluate((frame) => frame.replaceWith(document.createElement('div')));
    await judgeViews(page, 'phone');
    await page.goto(`${PREVIEW}/page`);
    await expect(page.getByRole('note')).toBeVisible();
    await expectNoViolations(page);
  });
});
