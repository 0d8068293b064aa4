import { expect, test } from '../../helpers/browser/site-test.ts';

test('an application that cannot be mounted says so on the console, and leaves the page as the server sent it', async ({
  page,
  expected,
}) => {
  expected.problem(/The application could not be mounted/);
  // The page is briefly empty, so that the browser requests a default icon.
  expected.problem(/favicon\.ico/);
  // The router's manifest never arrives.
  await page.addInitScript(() => {
    Object.defineProperty(window, '__reactRouterManifest', { get: () => undefined, set() {} });
  });
  const report = page.waitForEvent('console', (message) => message.text().includes('could not be mounted'));
  const again = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
  await page.goto('/faq');
  await page.keyboard.press('Tab');
  expect((await report).type()).toBe('error');
  await (await again).finished();

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  await expect(page.locator('body')).toHaveCSS('font-family', /Figtree/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contacto' }).click();
  await expect(page).toHaveURL('/contact');
});
