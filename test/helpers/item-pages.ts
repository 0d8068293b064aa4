import type { BrowserContext, Page } from '@playwright/test';
import type { Role } from '#core/accounts/user.ts';
import { createAccounts } from './create-accounts.ts';
import { hydrated } from './hydrated.ts';
import { signInCookie } from './sign-in-cookie.ts';
import { test as base, expect } from './site-test.ts';
import { type RunningSite, startSite } from './start-site.ts';
import { articleOf, writeItems } from './write-items.ts';

const PASSWORD = 'faro nube cobre';

/** Who works on the items, by their names. */
export const WORKERS = {
  Ana: { name: 'Ana Robles', role: 'editor', languages: [] },
  Beto: { name: 'Beto Luna', role: 'editor', languages: [] },
  Tere: { name: 'Tere Soto', role: 'translator', languages: ['en'] },
  Vera: { name: 'Vera Paz', role: 'viewer', languages: [] },
} as const satisfies { [name: string]: { name: string; role: Role; languages: string[] } };

export type Worker = keyof typeof WORKERS;

const emailOf = (name: Worker) => `${name.toLowerCase()}@example.org`;

/** The article that each test begins with: both languages, nothing of it public. */
export const ARTICLE = articleOf('ayuno', {
  es: { title: 'El ayuno antes del estudio', slug: 'ayuno', paragraphs: ['No coma seis horas antes.', 'Beba agua.'] },
  en: { title: 'Fasting before the exam', slug: 'fasting', paragraphs: ['Do not eat for six hours.', 'Drink water.'] },
});

export const ARTICLE_PATH = '/admin/items/articles/ayuno';

interface Fixtures {
  /** A server of this test's own, with the article and its workers, without sample. */
  site: RunningSite;
  /** Opens a page of the site as somebody, in a browser of theirs; the first is the test's own. */
  openAs: (name: Worker, path: string) => Promise<Page>;
  /** Their cookie, for requests without a browser. */
  cookieOf: (name: Worker) => Promise<string>;
}

/** The test of an item's pages in the admin area; what its server logs as an error fails it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of its first parameter
  site: async ({}, use) => {
    const site = await startSite({ MEKI_SAMPLE: 'false' }, async (dataDir) => {
      // The first account is the owner's.
      const owner = { name: 'Olga', email: 'olga@example.org', password: PASSWORD, role: 'owner' as const };
      const workers = Object.entries(WORKERS).map(([name, { languages, ...worker }]) => ({
        ...worker,
        languages: [...languages],
        email: emailOf(name as Worker),
        password: PASSWORD,
      }));
      await createAccounts(dataDir, [owner, ...workers]);
      await writeItems(dataDir, [ARTICLE]);
    });
    await use(site);
    const { errors } = site;
    await site.stop();
    expect(errors, 'the server has nothing to report').toEqual([]);
  },
  baseURL: async ({ site }, use) => use(site.origin),
  cookieOf: async ({ site }, use) =>
    use((name) => signInCookie(site.origin, { email: emailOf(name), password: PASSWORD })),
  openAs: async ({ browser, context, site, cookieOf, javaScriptEnabled }, use) => {
    const others: BrowserContext[] = [];
    let isFirst = true;
    await use(async (name, path) => {
      const own = isFirst ? context : await browser.newContext({ baseURL: site.origin });
      if (!isFirst) others.push(own);
      isFirst = false;
      const [cookie = '', value = ''] = (await cookieOf(name)).split('=');
      await own.addCookies([{ name: cookie, value, url: site.origin }]);
      const page = await own.newPage();
      await page.goto(path);
      if (javaScriptEnabled !== false) await hydrated(page);
      return page;
    });
    for (const other of others) await other.close();
  },
});

/** The same tests on a phone in the dark and on a desktop in the light, where nothing moves. */
export function onPhoneAndDesktop(declareTests: () => void): void {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    test.describe(`${width} pixels wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme, contextOptions: { reducedMotion: 'reduce' } });
      declareTests();
    });
  }
}

export { expect };
