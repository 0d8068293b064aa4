import { type BrowserContext, expect, mergeTests, type Page } from '@playwright/test';
import { hydrated } from '../browser/hydrated.ts';
import { test as siteTest } from '../browser/site-test.ts';
import { ARTICLE, ARTICLE_PATH, test as itemSite, type Worker } from './item-site-test.ts';

interface Fixtures {
  /** Opens a page as a person in their own browser; the first one is the test's own. Without a path, the page is empty. */
  openAs: (name: Worker, path?: string) => Promise<Page>;
}

/** Tests of an item's pages in the admin area. */
export const test = mergeTests(siteTest, itemSite).extend<Fixtures>({
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
      if (path === undefined) return page;
      await page.goto(path);
      if (javaScriptEnabled !== false) await hydrated(page);
      return page;
    });
    for (const other of others) await other.close();
  },
});

export { ARTICLE, ARTICLE_PATH, expect, type Worker };
