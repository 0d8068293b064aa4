import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type AccountPages, ANA, createAccountPages, type Person } from './account-pages.ts';
import { createAccounts, type Member } from './create-accounts.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Code } from './sample-site.ts';
import { test as base } from './site-test.ts';
import { type RunningSite, startSite } from './start-site.ts';

interface Fixtures {
  /** In which the test reads. */
  code: Code;
  /** Who has an account before the server starts. */
  accounts: { people: Member[] };
  /** What the server is told besides, as variables. */
  variables: { [name: string]: string };
  /** A server of this test's own, without sample. */
  site: RunningSite;
  outbox: Outbox;
  pages: AccountPages;
  /** Another browser, at the same site. */
  another: { context: BrowserContext; page: Page; pages: AccountPages };
  /** Signs a person up from the form to the dashboard. */
  join: (person?: Person) => Promise<void>;
}

/** The test of the accounts: as `site-test.ts`, on a server of its own; what that logs as an error fails it. */
export const test = base.extend<Fixtures>({
  code: ['es', { option: true }],
  accounts: [{ people: [] }, { option: true }],
  variables: [{}, { option: true }],
  site: async ({ accounts, variables }, use) => {
    const site = await startSite({ MEKI_SAMPLE: 'false', ...variables }, (dataDir) =>
      createAccounts(dataDir, accounts.people),
    );
    await use(site);
    const { errors } = site;
    await site.stop();
    expect(errors, 'the server has nothing to report').toEqual([]);
  },
  baseURL: async ({ site }, use) => use(site.origin),
  outbox: async ({ site }, use) => use(createOutbox(site.dataDir)),
  pages: async ({ page, code, javaScriptEnabled }, use) =>
    use(createAccountPages(page, code, javaScriptEnabled !== false)),
  another: async ({ browser, code, javaScriptEnabled }, use) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await use({ context, page, pages: createAccountPages(page, code, javaScriptEnabled !== false) });
    await context.close();
  },
  join: async ({ pages, outbox }, use) =>
    use(async (person = ANA) => {
      await pages.open('/admin/signup');
      await pages.signUp(person);
      await pages.expectTitle(pages.words.confirm.title);
      await pages.enterCode((await outbox.next(person.email)).code);
      await pages.expectDashboard(person);
    }),
});

export { expect };
