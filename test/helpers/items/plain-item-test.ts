import { createPlainBrowser, type PlainBrowser } from '../requests/plain-browser.ts';
import { ARTICLE, ARTICLE_PATH, expect, test as itemSite, WORKERS, type Worker } from './item-site-test.ts';

interface Fixtures {
  /** Opens a page as a person, as a browser without script would. */
  openPlain: (name: Worker, path: string) => Promise<PlainBrowser>;
}

/** Tests of what an item's pages send and answer, without a browser. */
export const test = itemSite.extend<Fixtures>({
  openPlain: async ({ site, cookieOf }, use) =>
    use(async (name, path) => {
      const browser = createPlainBrowser(site.origin, await cookieOf(name));
      await browser.open(path);
      return browser;
    }),
});

export { ARTICLE, ARTICLE_PATH, expect, WORKERS };
