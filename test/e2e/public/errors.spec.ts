import type { Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

const SCREENS = {
  es: {
    lang: 'es-MX',
    message: /^No encontramos esta página/,
    home: 'Volver al inicio',
    back: 'Regresar',
    drawing: /rayos X/,
  },
  en: {
    lang: 'en-US',
    home: 'Return home',
    back: 'Go back',
    general: /^We couldn’t show this page/,
    title: 'Something went wrong',
    drawing: /X-ray/,
  },
};

async function expectScreen(page: Page, screen: (typeof SCREENS)['es' | 'en'], heading: string, message: RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', screen.lang);
  await expect(page.getByRole('img', { name: screen.drawing })).toBeVisible();
  const { bottom } = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().toJSON());
  expect(bottom, 'it fills the screen').toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  // Only where a page is not there, the rest of the site is known to be.
  await expect(page.getByRole('banner')).toHaveCount(heading === '404' ? 1 : 0);
  await expect(page.getByRole('link', { name: screen.home })).toHaveAttribute('href', '/');
}

test('the error screen of a page that is not there leads on', async ({ page, expected }) => {
  const screen = SCREENS.es;
  expected.problem(/404/);

  await test.step('the error screen in es says what is wrong, and leads home and back', async () => {
    await page.goto('/about');
    await page.goto('/faq/unknown');
    await expectScreen(page, screen, '404', screen.message);
    await hydrated(page);
    await expectNoViolations(page);
    const search = page.getByRole('main').getByRole('search');
    await search.getByLabel('¿Qué busca?').fill('tórax');
    await search.getByRole('button', { name: 'Buscar' }).click();
    await expect(page).toHaveURL(/\/search\?q=/);
    await page.goBack();
    await hydrated(page);
    await page.getByRole('button', { name: screen.back }).click();
    await expect(page).toHaveURL('/about');
    await page.goForward();
    await page.getByRole('link', { name: screen.home }).click();
    await expect(page).toHaveURL('/');
  });

  await test.step('a page that is gone when it is clicked ends on the not-found screen in es', async () => {
    await hydrated(page);
    await page.evaluate(() => history.pushState({ key: 'x' }, '', '/faq/gone'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: { key: 'x' } })));
    await expectScreen(page, screen, '404', screen.message);
  });
});

test('a page that cannot be loaded after a click ends on the error screen, or loads anew', async ({
  page,
  expected,
}) => {
  const screen = SCREENS.en;
  expected.problem(/net::ERR_FAILED|Error loading route module|Failed to fetch/);

  await test.step('a page whose data cannot be had after a click ends on the error screen in en', async () => {
    await page.goto('/en');
    await page.route(/_payload\.json$|\.data(\?|$)/, (route) => route.abort('failed'));
    await hydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expectScreen(page, screen, screen.title, screen.general);
    await expect(page.getByText(/fetch|TypeError|abort/i)).toHaveCount(0);
    await expectNoViolations(page);
    await page.unroute(/_payload\.json$|\.data(\?|$)/);
    await page.getByRole('button', { name: screen.back }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('where the script of a page is gone, the site loads itself anew and goes on', async () => {
    await page.goto('/en/about');
    await hydrated(page);
    await page.route('**/assets/route-*.js', (route) => route.abort('failed'));
    const search = page.getByRole('banner').getByRole('link', { name: 'Search' });
    const reloaded = page.waitForEvent('load');
    await search.click();
    await reloaded;
    await page.unroute('**/assets/route-*.js');
    await search.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  });
});
