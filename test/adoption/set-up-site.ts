import { type Browser, expect, type Page } from '@playwright/test';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath } from '#core/locales/localized-path.ts';
import { createAccountPages } from '../helpers/accounts/account-pages.ts';
import { createOutbox } from '../helpers/accounts/outbox.ts';
import { hydrated } from '../helpers/browser/hydrated.ts';
import type { Library } from './adopted-project.ts';

/** Milliseconds that an act may take, on a busy machine. */
const PATIENCE = 20_000;

const COLOR = '#7a1f5c';

const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><path d="M20 26h36v70H20zM64 26h36v70H64z"/></svg>',
  ),
};

/** A name that neither the configuration nor the content has. */
const nameIn = (code: Locale) => `Puerto ${code.toUpperCase()}`;

/** Sets a library up as its owner does, through the admin area alone: name, logo, color, menus, and the place of a page. */
export async function setUpSite({ site, config }: Library, browser: Browser): Promise<void> {
  const codes = config.locales.map(({ code }) => code);
  const context = await browser.newContext({ baseURL: site.origin, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await createOwner(page, site);
  await identify(page, codes);
  await makeMenus(page);
  await movePage(page);
  await context.close();
}

/** The first who signs up is the owner. */
async function createOwner(page: Page, { origin, dataDir }: Library['site']): Promise<void> {
  const owner = { name: 'Nuria', email: 'nuria@example.org', password: 'faro nube cobre' };
  const account = createAccountPages(page, origin, 'en', true);
  await account.open('/admin/signup');
  await account.signUp(owner);
  await account.enterCode((await createOutbox(dataDir).next(owner.email)).code);
  await account.expectDashboard(owner);
}

/** The name in each language, a color and a logo. */
async function identify(page: Page, codes: readonly Locale[]): Promise<void> {
  await openPart(page, 'Identity');
  for (const code of codes)
    await page.locator(`[data-column="${code}"]`).getByLabel('Name of the site').fill(nameIn(code));
  await page.getByLabel('Color', { exact: true }).fill(COLOR);
  const logo = page.getByRole('group', { name: 'Logo', exact: true });
  await logo.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(LOGO);
  await expect(logo.getByRole('button', { name: 'Clear' })).toBeVisible();
  await publish(page, 'site-identity/site-identity');
}

/** A header that leads to the books, with the bulletins below, and a footer that leads to a page. */
async function makeMenus(page: Page): Promise<void> {
  await openPart(page, 'Menus');
  await chooseEntries(page, 'Header', ['Books', 'Bulletins']);
  await page
    .getByRole('group', { name: 'Header 2', exact: true })
    .first()
    .getByLabel('Stands below the entry above')
    .check();
  await chooseEntries(page, 'Footer', ['Reading clubs']);
  await publish(page, 'site-navigation/site-navigation');
}

async function chooseEntries(page: Page, menu: string, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    const entry = page.getByRole('group', { name: `${menu} ${index + 1}`, exact: true }).first();
    await page.getByRole('button', { name: `Add to ${menu}` }).click();
    await entry.getByRole('button', { name: 'Choose where it leads' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leads to' });
    await dialog.getByRole('combobox').fill(title);
    await dialog
      .getByRole('option', { name: new RegExp(`^${title}`) })
      .first()
      .click();
    await expect(entry.getByText(title).first()).toBeVisible();
  }
}

/** Moves the reading clubs below the page about the library. */
async function movePage(page: Page): Promise<void> {
  await page.goto('/en/admin/items/pages/clubs/place');
  await hydrated(page);
  await page.getByLabel('Below').selectOption('about');
  await expect(page.getByText(/\/about\/clubs/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/items\/pages$/);
}

async function openPart(page: Page, name: string): Promise<void> {
  await page.goto('/en/admin/site');
  await hydrated(page);
  await page.getByRole('button', { name, exact: true }).click();
}

/** Publishes all languages, in spite of what is missing in some. */
async function publish(page: Page, item: string): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto(`/en/admin/items/${item}/publish`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const anyway = page.getByRole('button', { name: 'Publish anyway' });
  const done = page.getByRole('status').filter({ hasText: 'Published.' });
  await expect(anyway.or(done).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(done).toBeVisible();
}

/** What home pages do not show of what the owner set up, by language. */
export async function notSetUp({ site, config }: Library): Promise<{ [code: Locale]: string[] }> {
  const found = await Promise.all(
    config.locales.map(async ({ code }): Promise<[Locale, string[]]> => {
      const answer = await fetch(site.origin + localizePath(config, code, '/'));
      const html = await answer.text();
      const expected: [string, RegExp][] = [
        ['name', new RegExp(`<header.*${nameIn(code)}.*</header>`, 's')],
        ['logo', /<header.*<img[^>]+src="\/media\/.*<\/header>/s],
        ['color', new RegExp(`--color-meki-teal-700:${COLOR}`)],
        // The menu of a phone is the first one; without a second level, there is no other.
        ['second level', /<header.*<summary.*<summary.*<\/header>/s],
        ['moved page', new RegExp(`<footer.*href="${localizePath(config, code, '/about/clubs')}".*</footer>`, 's')],
      ];
      return [code, expected.filter(([, pattern]) => !pattern.test(html)).map(([name]) => name)];
    }),
  );
  return Object.fromEntries(found.filter(([, missing]) => missing.length > 0));
}
