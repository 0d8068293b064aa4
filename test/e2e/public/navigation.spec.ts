import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

/** Records the paths of later requests for a page's data or document. */
function recordPageRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.isNavigationRequest() || /\/_payload\.json$|\.data$/.test(pathname)) paths.push(pathname + search);
  });
  return paths;
}

test('a link leads to its page without loading a document', async ({ page, baseURL }) => {
  await test.step('with the data of the prerendered page', async () => {
    await page.goto('/');
    await hydrated(page);
    const requests = recordPageRequests(page);

    await page.getByRole('banner').getByRole('link', { name: 'Estudios', exact: true }).click();
    await expect(page).toHaveURL('/estudios');
    await expect(page.getByRole('heading', { level: 1, name: 'Estudios' })).toBeFocused();
    await expect(page).toHaveTitle('Estudios · Meki Imagen');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/estudios`);

    await page.getByRole('link', { name: 'Doppler carotídeo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Doppler carotídeo' })).toBeFocused();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/estudios/doppler-carotideo`);
    await expect(page.locator('link[hreflang=en-US]')).toHaveAttribute(
      'href',
      `${baseURL}/en/studies/carotid-doppler-ultrasound`,
    );
    expect(requests.filter((path) => !path.endsWith('/_payload.json'))).toEqual([]);
    expect(requests).toContain('/estudios/doppler-carotideo/_payload.json');
  });
  await test.step('through the router, if it is not prerendered', async () => {
    await page.goto('/en/search');
    await hydrated(page);
    const requests = recordPageRequests(page);
    await page.getByRole('searchbox').fill('knee');
    await page.getByRole('search').getByRole('button').click();
    await expect(page.getByRole('status')).toContainText('for “knee”');
    expect(requests.filter((path) => !path.endsWith('/_payload.json'))).toEqual([
      expect.stringMatching(/^\/en\/search\.data\?q=knee/),
    ]);
  });
  await test.step('a new page begins at its top, and going back returns to where the reader was', async () => {
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    await page.goto('/en/articles/mri-or-ct');
    await hydrated(page);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true });
    await link.scrollIntoViewIfNeeded();
    await expect.poll(scrolled).toBeGreaterThan(500);
    const left = await scrolled();
    await link.click();
    await expect(page).toHaveURL('/en/contact');
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('MRI');
    await expect.poll(scrolled).toBe(left);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
    await expect.poll(scrolled).toBe(0);
  });
});

test('the language switch keeps the page, changes the language of the document, and is remembered', async ({
  page,
  context,
}) => {
  await page.goto('/articulos/resonancia-o-tomografia');
  await hydrated(page);
  const requests = recordPageRequests(page);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/en/articles/mri-or-ct');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/ · Meki Imaging$/);
  expect(requests.filter((path) => !path.endsWith('/_payload.json'))).toEqual([]);
  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ name: 'meki_locale', value: 'en', path: '/', sameSite: 'Lax' });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(365 * 24 * 3600, -3);
});

test('a part of a page is shown below the header, and a question that was found is open', async ({ page }) => {
  await test.step('the contents of an item lead to its parts on the same page', async () => {
    await page.goto('/en/studies/chest-x-ray');
    await hydrated(page);
    const requests = recordPageRequests(page);
    const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(2);
    const title = await link.textContent();
    await link.click();
    await expect(page).toHaveURL(/\/en\/studies\/chest-x-ray#./);
    const part = page.getByRole('article').getByRole('heading', { name: title ?? '', exact: true });
    await expect(part).toBeInViewport();
    const below = await part.evaluate((heading) => {
      const header = document.querySelector('header')?.getBoundingClientRect();
      return heading.getBoundingClientRect().top - (header?.bottom ?? 0);
    });
    expect(below, 'the header does not cover it').toBeGreaterThanOrEqual(0);
    expect(requests.filter((path) => !path.endsWith('/_payload.json'))).toEqual([]);
  });
  await test.step('a search result that is a question opens it on its page', async () => {
    await page.goto('/en/search?q=appointment');
    await hydrated(page);
    await expect(page.getByRole('status')).toContainText('for “appointment”');
    const requests = recordPageRequests(page);
    await page.getByRole('link', { name: 'Do I need an appointment?' }).click();
    await expect(page).toHaveURL(/\/en\/faq#./);
    await expect(page.getByRole('link', { name: 'Link to this question' })).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Link to this question' })).toBeInViewport();
    expect(requests.filter((path) => !path.endsWith('/_payload.json'))).toEqual([]);
  });
  await test.step('a way to a question that is none leads to the questions', async () => {
    await page.goto('/faq#%');
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preguntas frecuentes');
  });
  await test.step('an address with a query of no meaning hydrates without a word on the console', async () => {
    await page.goto('/estudios?utm_source=x&page=1#_content');
    await hydrated(page);
    await page.goto('/en/articles?tag=mri');
    await hydrated(page);
    await expect(page.getByRole('link', { name: 'MRI', exact: true })).toHaveAttribute('aria-current', 'true');
  });
});
