import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';

/** Maximum cumulative layout shift. A tenth of what counts as good (web.dev, CLS). */
const MOST_SHIFT = 0.01;

/** The pages that are loaded, of each kind at least one. */
const LOADED = ['/', '/en', '/en/faq', '/estudios', '/en/studies/carotid-doppler-ultrasound', '/contact'];

interface Shift {
  value: number;
  /** In milliseconds since the document began. */
  at: number;
  /** Descriptions of shifted elements. */
  elements: string[];
}

interface Watched {
  /** Layout shifts that do not follow an input immediately. */
  shifts: Shift[];
  /** When the frames were painted in which another page came: what both pages have, such as the header, may move in them. */
  changes: { from: number; to: number }[];
  /** Number of frames without a heading or a header. */
  emptyFrames: number;
}

async function watch(page: Page) {
  await page.addInitScript(() => {
    const watched: Watched = { shifts: [], changes: [], emptyFrames: 0 };
    Object.assign(window, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const elements = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? '?');
        watched.shifts.push({ value: entry.value, at: entry.startTime, elements });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const everyFrame = () => {
      if (document.readyState === 'complete' && !document.querySelector('header ~ main h1')) watched.emptyFrames += 1;
      requestAnimationFrame(everyFrame);
    };
    requestAnimationFrame(everyFrame);
    let shown = { path: location.pathname, title: '' };
    new MutationObserver(() => {
      const title = document.querySelector('main h1')?.textContent ?? '';
      const isOther = location.pathname !== shown.path;
      if (isOther && title === shown.title) return;
      shown = { path: location.pathname, title };
      if (!isOther) return;
      const change = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      watched.changes.push(change);
      // The first frame is the one with the other page, whenever a slow machine paints it.
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(change, { to: performance.now() })));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

async function readWatched(page: Page): Promise<Watched> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = [...document.images].filter((picture) => picture.loading !== 'lazy' && !picture.complete);
    await Promise.all(pictures.map((picture) => picture.decode()));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  return page.evaluate(() => (window as typeof window & { watched: Watched }).watched);
}

async function expectSteady(page: Page) {
  const { shifts, changes, emptyFrames } = await readWatched(page);
  const counted = shifts.filter(({ at }) => !changes.some(({ from, to }) => at >= from && at <= to));
  const sum = counted.reduce((sum, { value }) => sum + value, 0);
  expect(sum, counted.flatMap(({ elements }) => elements).join('\n')).toBeLessThan(MOST_SHIFT);
  expect(emptyFrames).toBe(0);
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    test('pages load and hydrate without a shift, however late their font comes', async ({ page }) => {
      let released = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await released.promise;
        await route.continue();
      });
      await watch(page);
      await checkEach(LOADED, String, async (path) => {
        released = Promise.withResolvers();
        const asked = page.waitForRequest('**/*.woff2');
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await asked;
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        released.resolve();
        await hydrated(page);
        await expectSteady(page);
      });
    });

    test('from page to page nothing shifts, and no frame is empty', async ({ page }) => {
      await watch(page);
      await page.goto('/en');
      await hydrated(page);
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'See exams' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Exams' })).toBeFocused();
      await expectSteady(page);
      await main.getByRole('link', { name: 'Carotid Doppler ultrasound' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Carotid Doppler ultrasound' })).toBeFocused();
      await expectSteady(page);
      await page.getByRole('link', { name: 'Español' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Doppler carotídeo' })).toBeFocused();
      await expectSteady(page);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Carotid Doppler ultrasound' })).toBeVisible();
      await expectSteady(page);

      await test.step('a filter and a search change the page in place, without an empty frame', async () => {
        await page.goBack();
        await expect(page.getByRole('heading', { level: 1, name: 'Exams' })).toBeVisible();
        const topics = page.getByRole('navigation', { name: 'Filter by topic' });
        await topics.getByRole('link', { name: 'Ultrasound' }).click();
        await expect(page.getByRole('status')).toContainText('about Ultrasound');
        expect((await readWatched(page)).emptyFrames).toBe(0);
        await page.getByRole('link', { name: 'Search' }).click();
        await page.getByRole('searchbox').fill('knee');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('status')).toContainText('for “knee”');
        expect((await readWatched(page)).emptyFrames).toBe(0);
      });
    });
  });
}
