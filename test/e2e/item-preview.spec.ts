import type { Page, Route } from '@playwright/test';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { ARTICLE_PATH, expect, onPhoneAndDesktop, test } from '../helpers/item-pages.ts';
import { readItem, writeItems } from '../helpers/write-items.ts';

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

test('the preview is the page as it would be, and follows what is written at the same height', async ({
  openAs,
  site,
}) => {
  await retitle(site.dataDir, 'Un título de antes', 80);
  const page = await openAs('Tere', PREVIEW);
  const spanish = frameOf(page, 'español');
  await expect(spanish.getByRole('heading', { level: 1 })).toHaveText('Un título de antes');
  await expect(spanish.getByRole('note')).toContainText('Así se vería la página.');
  await expect(spanish.getByRole('contentinfo')).toBeVisible();
  const scrollTop = () => spanish.locator('html').evaluate((html) => html.ownerDocument.defaultView?.scrollY);
  await spanish.getByText('Párrafo 60.').scrollIntoViewIfNeeded();
  await expect.poll(scrollTop).toBeGreaterThan(100);
  const before = await scrollTop();
  await retitle(site.dataDir, 'Un título de ahora');
  await expect(spanish.getByRole('heading', { level: 1 })).toHaveText('Un título de ahora');
  expect(await scrollTop()).toBe(before);
});

test('a slow page is shown also while somebody goes on writing', async ({ openAs, site }) => {
  const page = await openAs('Ana', PREVIEW);
  const heading = frameOf(page, 'español').getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('El ayuno antes del estudio');
  const held: Route[] = [];
  await page.route('**/preview/page', (route) => void held.push(route));
  await retitle(site.dataDir, 'Un título de antes');
  await expect.poll(() => held.length).toBe(1);
  const nextVersion = page.waitForResponse('**/preview/changes?*');
  await retitle(site.dataDir, 'Un título de ahora');
  await nextVersion;
  // The next long-polling request starts after the previous response was handled.
  await page.waitForRequest('**/preview/changes?*');
  await held[0]?.continue();
  await expect(heading).toHaveText('Un título de ahora');
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.continue();
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(heading).toHaveText('Un título de ahora');
});

test('who is not signed in any more is told so beside the preview', async ({ openAs }) => {
  const page = await openAs('Ana', PREVIEW);
  await expect(frameOf(page, 'español').getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await expect(page.getByText(/^Su sesión terminó/)).toBeVisible();
});

test('an item that is there no more is told beside the preview', async ({ openAs, expected }) => {
  expected.problem(/404/);
  const page = await openAs('Ana', PREVIEW);
  await expect(frameOf(page, 'español').getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/preview/changes?*', (route) => route.fulfill({ status: 404, body: '' }));
  await expect(page.getByRole('status').filter({ hasText: 'Este contenido ya no existe' })).toBeVisible();
});

test('language and width are chosen by keyboard, and a link opens beside the preview', async ({
  openAs,
  site,
  expected,
}) => {
  // Caused by the test itself, which clicks in a frame without script.
  expected.problem(/Blocked script execution/);
  expected.problem(/404/);
  await retitle(site.dataDir, 'El ayuno');
  const page = await openAs('Ana', PREVIEW);
  await page.getByRole('radio', { name: 'español' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(frameOf(page, 'inglés').getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
  const width = () =>
    frameOf(page, 'inglés')
      .locator('html')
      .evaluate((html) => html.clientWidth);
  await expect.poll(width).toBeGreaterThan(1_200);
  await page.getByRole('radio', { name: 'Escritorio' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(390);
  const popup = page.waitForEvent('popup');
  await frameOf(page, 'inglés').getByRole('navigation').getByRole('link').first().click();
  await (await popup).close();
  await expect(frameOf(page, 'inglés').getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the preview shows what was written until then, in the language that is asked for', async ({ openAs }) => {
    const page = await openAs('Ana', PREVIEW);
    await expect(frameOf(page, 'español').getByRole('heading', { level: 1 })).toHaveText('El ayuno antes del estudio');
    await page.getByText('inglés', { exact: true }).click();
    await page.getByRole('button', { name: 'Mostrar la vista previa' }).click();
    await expect(frameOf(page, 'inglés').getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
  });
});

onPhoneAndDesktop(() => {
  test('axe finds nothing on the preview', async ({ openAs }) => {
    const page = await openAs('Ana', `/en${PREVIEW}?language=en`);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    // axe waits for its script in every frame, but this one runs no scripts.
    await page.locator('iframe').evaluate((frame) => frame.replaceWith(document.createElement('div')));
    await expectNoViolations(page);
  });
});

test.describe('with the policy of the page out of the way, so that axe can work', () => {
  test.use({ bypassCSP: true, javaScriptEnabled: true });

  test('axe finds nothing on the page of a draft', async ({ context, cookieOf, site }) => {
    const [cookie = '', value = ''] = (await cookieOf('Ana')).split('=');
    await context.addCookies([{ name: cookie, value, url: site.origin }]);
    const page = await context.newPage();
    await page.goto(`${PREVIEW}/page`);
    await expect(page.getByRole('note')).toBeVisible();
    await expectNoViolations(page);
  });
});
