import { type BrowserContext, expect, mergeTests, type Page } from '@playwright/test';
import { test as siteTest } from '../browser/site-test.ts';
import { type AccountPages, createAccountPages } from './account-pages.ts';
import { test as accountSite } from './account-site-test.ts';

interface Fixtures {
  pages: AccountPages;
  /** Another browser at the same site. */
  another: { context: BrowserContext; page: Page; pages: AccountPages };
}

/** Tests of accounts in a browser, like `site-test.ts` on their own site. */
export const test = mergeTests(siteTest, accountSite).extend<Fixtures>({
  pages: async ({ page, site, code, javaScriptEnabled }, use) =>
    use(createAccountPages(page, site.origin, code, javaScriptEnabled !== false)),
  another: async ({ browser, site, code, javaScriptEnabled }, use) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await use({ context, page, pages: createAccountPages(page, site.origin, code, javaScriptEnabled !== false) });
    await context.close();
  },
});

/**
 * The variants of account tests: each language and each kind of browser once. The other language has the same messages by key,
 * which are tested elsewhere.
 */
export const WAYS = [
  { javaScriptEnabled: true, code: 'es' },
  { javaScriptEnabled: false, code: 'en' },
] as const;

export { expect };
