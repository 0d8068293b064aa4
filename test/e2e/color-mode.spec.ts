import type { Page } from '@playwright/test';
import { checkEach } from '../helpers/check-each.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { expect, test } from '../helpers/site-test.ts';

const KEY = 'meki-color-mode';

const root = (page: Page) => page.locator('html');

/** The colour mode of the whole page: in the document and as painted by the browser. */
async function expectMode(page: Page, mode: 'light' | 'dark'): Promise<void> {
  await expect(root(page)).toHaveAttribute('data-theme', mode);
  await expect(page.locator('body')).toHaveCSS('color-scheme', mode);
}

/** Opens a page with the colour mode menu. */
async function open(page: Page, path = '/admin/signin'): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function choose(page: Page, name: string, menu = 'Modo de color'): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}

const keptMode = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

test.describe('a public page', () => {
  test.use({ colorScheme: 'dark' });

  test("is light, whatever the visitor's system prefers", async ({ page }) => {
    const paths = ['/', '/estudios', '/en/studies/chest-x-ray', '/en/faq', '/contact', '/search?q=x'];
    await checkEach(paths, String, async (path) => {
      await page.goto(path);
      await expectMode(page, 'light');
    });
  });

  test('is light, whatever was chosen, and the choice holds again afterwards', async ({ page }) => {
    await open(page);
    await choose(page, 'Oscuro');
    await expectMode(page, 'dark');
    await page.getByRole('link', { name: 'Meki Imagen' }).click();
    await expect(page).toHaveURL('/');
    await expectMode(page, 'light');
    expect(await keptMode(page)).toBe('dark');
    await page.goBack();
    await expectMode(page, 'dark');
  });
});

test('the error screen is dark, whatever was chosen, and the choice holds again after the next navigation', async ({
  page,
  expected,
}) => {
  expected.problem(/404/);
  await open(page);
  await choose(page, 'Claro');
  await page.goto('/admin/unknown');
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
  await expectMode(page, 'dark');
  await hydrated(page);
  await expectMode(page, 'dark');
  await page.getByRole('button', { name: 'Regresar' }).click();
  await expect(page).toHaveURL('/admin/signin');
  await expectMode(page, 'light');
});

for (const [language, path, menu, names] of [
  ['es', '/admin/signin', 'Modo de color', { dark: 'Oscuro', light: 'Claro', system: 'Como el sistema' }],
  ['en', '/en/admin/signin', 'Color mode', { dark: 'Dark', light: 'Light', system: 'Match the system' }],
] as const) {
  test(`the mode that one chooses in ${language} is kept in local storage, and holds on every load`, async ({
    page,
  }) => {
    await open(page, path);
    await expectMode(page, 'light');
    expect(await keptMode(page)).toBeNull();
    for (const mode of ['dark', 'light'] as const) {
      await choose(page, names[mode], menu);
      await expectMode(page, mode);
      expect(await keptMode(page)).toBe(mode);
      await page.reload();
      await hydrated(page);
      await expectMode(page, mode);
      await page.getByRole('button', { name: menu }).click();
      await expect(page.getByRole('menuitemradio', { name: names[mode] })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
  });
}

test('who follows the system changes with it at once, and who chose a mode does not', async ({ page }) => {
  await open(page);
  await expectMode(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectMode(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectMode(page, 'light');

  await choose(page, 'Oscuro');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.emulateMedia({ colorScheme: 'light' });
  await expectMode(page, 'dark');

  await choose(page, 'Como el sistema');
  expect(await keptMode(page)).toBe('system');
  await expectMode(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectMode(page, 'dark');
});

test('a mode that is chosen in another window holds in this one as well', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await choose(other, 'Oscuro');
  await expectMode(page, 'dark');
});

for (const [kept, system, mode] of [
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'dark', 'dark'],
  [null, 'dark', 'dark'],
] as const) {
  test(`with ${kept ?? 'no'} mode kept and a ${system} system, no moment of the loading is anything but ${mode}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript(
      ([key, value]) => {
        if (value !== null) localStorage.setItem(key, value);
        const seen = new Set<string | null>();
        // Everything visible is in the body, after the script that sets the mode.
        const look = () => {
          if (document.querySelector('header')) seen.add(document.documentElement.getAttribute('data-theme'));
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
        Object.assign(window, { seenModes: seen });
      },
      [KEY, kept] as const,
    );
    await open(page);
    await expectMode(page, mode);
    expect(await page.evaluate(() => [...(window as unknown as { seenModes: Set<string> }).seenModes])).toEqual([mode]);
  });
}
