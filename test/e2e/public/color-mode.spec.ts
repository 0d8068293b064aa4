import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';

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

  test("is light, whatever the visitor's system prefers and the visitor chose", async ({ page }) => {
    await test.step("is light, whatever the visitor's system prefers", async () => {
      const paths = ['/', '/estudios', '/en/studies/chest-x-ray', '/en/faq', '/contact', '/search?q=x'];
      await checkEach(paths, String, async (path) => {
        await page.goto(path);
        await expectMode(page, 'light');
      });
    });
    await test.step('is light, whatever was chosen, and the choice holds again afterwards', async () => {
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

const MENUS = [
  { path: '/admin/signin', menu: 'Modo de color', choice: 'Oscuro', from: 'light', mode: 'dark' },
  { path: '/en/admin/signin', menu: 'Color mode', choice: 'Light', from: 'dark', mode: 'light' },
] as const;

test('the mode that one chooses is kept in local storage, and holds on every load and in every window', async ({
  page,
  context,
}) => {
  await test.step('who has not chosen a mode changes with the system at once', async () => {
    await open(page);
    await expectMode(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectMode(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });
  for (const { path, menu, choice, from, mode } of MENUS) {
    await test.step(`from ${path}`, async () => {
      if (new URL(page.url()).pathname !== path) await open(page, path);
      await expectMode(page, from);
      expect(await keptMode(page)).toBe(from === 'light' ? null : from);
      await choose(page, choice, menu);
      await expectMode(page, mode);
      expect(await keptMode(page)).toBe(mode);
      await page.reload();
      await hydrated(page);
      await expectMode(page, mode);
      await page.getByRole('button', { name: menu }).click();
      await expect(page.getByRole('menuitemradio', { name: choice })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    });
  }
  const other = await context.newPage();
  await test.step('a mode that is chosen in another window holds in this one as well', async () => {
    await open(other);
    await expectMode(page, 'light');
    await choose(other, 'Oscuro');
    await expectMode(page, 'dark');
  });
  await test.step('who chose a mode does not change with the system, and who follows it does at once', async () => {
    await other.emulateMedia({ colorScheme: 'dark' });
    await other.emulateMedia({ colorScheme: 'light' });
    await expectMode(other, 'dark');
    await choose(other, 'Como el sistema');
    expect(await keptMode(other)).toBe('system');
    await expectMode(other, 'light');
    await other.emulateMedia({ colorScheme: 'dark' });
    await expectMode(other, 'dark');
  });
});

test('no moment of the loading is in another mode than the one that was chosen or that the system has', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<string | null>();
    // Everything visible is in the body, after the script that sets the mode.
    const look = () => {
      if (document.querySelector('header')) seen.add(document.documentElement.getAttribute('data-theme'));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { seenModes: seen });
  });
  // The first one has to be without a choice.
  for (const [kept, system, mode] of [
    [null, 'dark', 'dark'],
    ['dark', 'light', 'dark'],
    ['light', 'dark', 'light'],
    ['system', 'dark', 'dark'],
  ] as const) {
    await test.step(`with ${kept ?? 'no'} mode kept and a ${system} system, only ${mode}`, async () => {
      await page.emulateMedia({ colorScheme: system });
      if (kept !== null) await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, kept] as const);
      await open(page);
      await expectMode(page, mode);
      const seen = await page.evaluate(() => [...(window as typeof window & { seenModes: Set<string> }).seenModes]);
      expect(seen).toEqual([mode]);
      expect(await keptMode(page)).toBe(kept);
    });
  }
});
