import type { Page } from '@playwright/test';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

/** Records scripts loaded from now on. */
function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.push(request.url());
  });
  return scripts;
}

test.describe('with Save-Data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } });

  test('a page comes without script, and works', async ({ page }) => {
    const scripts = recordScripts(page);
    await page.goto('/en');
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
    await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/en/contact');
    expect(scripts).toEqual([]);
  });
});

test('no script is sent where the browser says that it saves data or has a slow network', async ({ context }) => {
  for (const connection of [{ saveData: true }, { effectiveType: 'slow-2g' }, { effectiveType: '2g' }]) {
    await test.step(JSON.stringify(connection), async () => {
      const page = await context.newPage();
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value });
      }, connection);
      const scripts = recordScripts(page);
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
      await page.getByRole('banner').getByRole('link', { name: 'Contacto' }).click();
      await expect(page).toHaveURL('/contact');
      expect(scripts).toEqual([]);
      await page.close();
    });
  }
});

test('what is typed while the script loads is kept', async ({ page, context }) => {
  const letCome = await holdScripts(context);
  await page.goto('/en/contact');
  const name = page.getByRole('textbox', { name: 'Name' });
  const consent = page.getByRole('checkbox');
  await name.pressSequentially('Luis');
  await consent.check();
  await name.focus();
  await letCome();
  await hydrated(page);
  await page.keyboard.type(' Ortega');
  await expect(name).toHaveValue('Luis Ortega');
  await expect(consent).toBeChecked();
});

test('a page that was published again since it was loaded works as without script', async ({ page }) => {
  await page.route('**/_payload.json?v=*', (route) => route.fulfill({ json: { root: {} } }));
  const scripts = recordScripts(page);
  await page.goto('/en/about');
  await page.keyboard.press('Tab');
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(3);
  const loaded = page.waitForEvent('load');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});

/** The links of the header that lead to other pages than the one about the site. */
const NAVIGATED = 6;

test('at most four pages are preloaded at once', async ({ page }) => {
  let pending = 0;
  let most = 0;
  const started: string[] = [];
  const releases: (() => void)[] = [];
  await page.route('**/_payload.json', async (route) => {
    started.push(new URL(route.request().url()).pathname);
    pending += 1;
    most = Math.max(most, pending);
    await new Promise<void>((release) => releases.push(release));
    pending -= 1;
    await route.continue();
  });
  await page.goto('/en/about');
  await hydrated(page);
  await expect.poll(() => pending).toBe(4);
  // What somebody points at comes first, and what is not in view does not come.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).dispatchEvent('mouseover');
  releases.shift()?.();
  await expect.poll(() => started.at(4)).toBe('/en/privacy-policy/_payload.json');
  expect(pending).toBeLessThanOrEqual(4);
  while (started.length < NAVIGATED + 1) {
    const before = started.length;
    releases.shift()?.();
    await expect.poll(() => started.length).toBe(before + 1);
    expect(pending).toBeLessThanOrEqual(4);
  }
  for (const release of releases) release();
  expect(most).toBe(4);
  expect(new Set(started).size).toBe(started.length);
});

test('the script waits for the first interaction; then the pages of links are preloaded as they come into view', async ({
  page,
}) => {
  await test.step('the script waits for the first interaction', async () => {
    const scripts = recordScripts(page);
    await page.goto('/en/about');
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).hover();
    await hydrated(page);
    expect(scripts.length).toBeGreaterThan(3);
  });
  await test.step('the pages of links are preloaded as they come into view', async () => {
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
    await expect(link).not.toBeInViewport();
    const preloaded = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/en/privacy-policy/_payload.json',
    );
    await link.scrollIntoViewIfNeeded();
    await preloaded;
  });
  await test.step('a preloaded page is not fetched again when it is opened', async () => {
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' });
    await link.hover();
    await page.waitForLoadState('networkidle');
    const again: string[] = [];
    page.on('request', (request) => {
      if (/^\/en\/news(\/_payload\.json|\.data)$/.test(new URL(request.url()).pathname)) again.push(request.url());
    });
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeFocused();
    expect(again).toEqual([]);
  });
});

test('no public page loads what the admin area is made of', async ({ page }) => {
  const scripts = recordScripts(page);
  const isOfAdmin = (url: string) => new URL(url).pathname.startsWith('/assets/admin-');
  await page.goto('/about');
  await hydrated(page);
  for (const path of ['/', '/estudios', '/estudios/radiografia-de-torax', '/faq', '/contact', '/search?q=a']) {
    const html = await (await page.request.get(path)).text();
    expect(html.match(/\/assets\/[\w-]+\.js/g)?.length, path).toBeGreaterThan(0);
    expect(html, path).not.toContain('/assets/admin-');
    await page.goto(path);
    await hydrated(page);
  }
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(isOfAdmin)).toEqual([]);
  await page.goto('/admin/signin');
  await hydrated(page);
  expect(scripts.some(isOfAdmin), 'it has a name that begins so').toBe(true);
});
