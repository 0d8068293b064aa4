import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { ROOT } from '../../helpers/project-root.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

/** Bytes of pictures that a page may ship to a phone, with all of it scrolled through. */
const BUDGET = 150_000;

/** Maximum cumulative layout shift, as in `steadiness.spec.ts`. */
const MOST_SHIFT = 0.01;

const NAMES = ['one', 'two', 'three', 'four'];

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true });

/**
 * Size of a photograph in pixels. A phone gets the same form of one as large as a camera makes them, whose wider forms take most of
 * the time to make; there is a form wider than the one that fits.
 */
const SIZE = { width: 720, height: 480 };

/** Detail that makes the forms of a rendered room as large as those of a photograph of leaves or of a crowd. */
function texture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 70 } as const;
  return sharp({ create: { ...SIZE, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
}

/** Limit in milliseconds: forms are made after whatever else a busy machine does. */
const MAKING = 150_000;
test.setTimeout(MAKING + 90_000);

/** Imports articles with photographs as covers and in their texts, turned by the camera. */
async function importPhotographs(site: RunningSite): Promise<void> {
  const folder = join(site.dataDir, 'photographed');
  await mkdir(join(folder, 'photos'), { recursive: true });
  const detail = await texture();
  const room = await sharp(join(ROOT, 'sample/media/reception.jpg')).resize(SIZE).toBuffer();
  for (const [index, name] of NAMES.entries()) {
    await sharp(room)
      .modulate({ hue: 50 * index })
      .flop(index % 2 === 1)
      .composite([{ input: detail, blend: 'soft-light' }])
      .withMetadata({ orientation: 1 + index })
      .jpeg({ quality: 92 })
      .toFile(join(folder, 'photos', `${name}.jpg`));
    const languages = {
      es: {
        title: `Artículo ${name}`,
        slug: `articulo-${name}`,
        body: {
          markdown: `Antes.\n\n![La recepción](photos/${NAMES[(index + 1) % NAMES.length]}.jpg "Al pie")\n\nDespués.`,
        },
      },
    };
    const item = { id: `article-${name}`, type: 'articles', sourceLanguage: 'es', languages };
    const cover = { file: `photos/${name}.jpg`, alt: { es: 'La recepción' } };
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ ...item, cover }));
  }
  await site.meki('import', folder);
}

async function waitForForms(page: Page, path: string): Promise<void> {
  const isReady = async () => {
    const html = await (await page.request.get(path)).text();
    const pictures = html.match(/<picture>/g)?.length ?? 0;
    return pictures > 0 && html.match(/<source type="image\/avif"/g)?.length === pictures;
  };
  await expect.poll(isReady, { timeout: MAKING }).toBe(true);
}

/** What had the browser request a file: `link` for a preload. */
function initiatorOf(page: Page, address: string): Promise<string | undefined> {
  return page.evaluate((name) => {
    const [entry] = performance.getEntriesByName(name) as PerformanceResourceTiming[];
    return entry?.initiatorType;
  }, address);
}

test('a page with photographs ships few bytes to a phone, each once in the form that fits, and nothing moves', async ({
  page,
  startOwnSite,
}) => {
  const site = await startOwnSite({});
  await importPhotographs(site);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/media/')) requested.push(request.url());
  });
  for (const path of ['/articulos/articulo-one', '/articulos']) {
    await waitForForms(page, site.origin + path);
    requested.length = 0;
    await page.goto(site.origin + path);
    const pictures = await page.locator('main img').all();
    expect(pictures.length).toBeGreaterThanOrEqual(NAMES.length);
    for (const picture of pictures) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBeTruthy();
      const facts = await picture.evaluate(({ currentSrc, width, height, dataset }: HTMLImageElement) => ({
        form: currentSrc.split('/').at(-1),
        size: width > 0 && height > 0,
        tint: dataset.tint,
      }));
      expect(facts).toMatchObject({ form: '640.avif', size: true, tint: expect.stringMatching(/^l\d/) });
    }
    const chosen = await Promise.all(
      pictures.map((picture) => picture.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)),
    );
    expect(chosen, path).toEqual(expect.arrayContaining(requested));
    expect(requested, path).toEqual([...new Set(requested)]);
    // The listing shows pictures that the article has left in the browser's memory, which needs no preload then.
    if (path !== '/articulos') expect(await initiatorOf(page, chosen[0] ?? ''), path).toBe('link');
    const measured = await page.evaluate(() => ({
      bytes: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/media/'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      shift: (window as typeof window & { seen: { shift: number } }).seen.shift,
    }));
    expect(measured.bytes, path).toBeGreaterThan(10_000);
    expect(measured.bytes, path).toBeLessThan(BUDGET);
    expect(measured.shift, path).toBeLessThan(MOST_SHIFT);
  }
});
