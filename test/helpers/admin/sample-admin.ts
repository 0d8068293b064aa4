import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../accounts/account-test.ts';
import { hydrated } from '../browser/hydrated.ts';
import { ANA, type Person } from '../data-folders/person.ts';
import { signInCookie } from '../servers/sign-in-cookie.ts';

/** A person besides Ana, who owns the site. */
export const LUZ = { name: 'Luz Ortega', email: 'luz@example.org', password: 'vela montaña cobre' };

/** Tests of the sample site's admin area: a person (default: Ana) opens a page. */
export const test = base.extend<{ enter: (path: string, who?: Person) => Promise<void> }>({
  accounts: {
    people: [
      { ...ANA, role: 'owner' },
      { ...LUZ, role: 'author' },
    ],
  },
  hasSample: true,
  enter: async ({ page, site, javaScriptEnabled }, use) =>
    use(async (path, who = ANA) => {
      const [name = '', value = ''] = (await signInCookie(site.origin, who)).split('=');
      await page.context().addCookies([{ name, value, url: site.origin }]);
      await page.goto(path);
      if (javaScriptEnabled !== false) await hydrated(page);
    }),
});

/** The titles of a list in the admin area. */
export const rows = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 3 });

export { expect };
