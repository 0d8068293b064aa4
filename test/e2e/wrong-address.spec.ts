import { ANA } from '../helpers/account-pages.ts';
import { createAccounts } from '../helpers/create-accounts.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { test as base, expect } from '../helpers/site-test.ts';
import { type RunningSite, startSite } from '../helpers/start-site.ts';

const test = base.extend<{ site: RunningSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
  site: async ({}, use) => {
    const site = await startSite({ MEKI_SAMPLE: 'false' }, (dataDir) => createAccounts(dataDir, [ANA]));
    await use(site);
    await site.stop();
  },
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('who signs in at another address of the server reads which one is right, and so does its log', async ({
      page,
      site,
      expected,
    }) => {
      expected.problem(/403|favicon.ico/);
      const opened = site.origin.replace('localhost', '127.0.0.1');
      await page.goto(`${opened}/en/admin/signin`);
      if (javaScriptEnabled) await hydrated(page);
      await page.getByLabel('Email').fill(ANA.email);
      await page.getByLabel('Password', { exact: true }).fill(ANA.password);
      await page.locator('button[type=submit]').first().click();
      await expect(page.getByRole('heading')).toHaveText('The site has another address');
      await expect(page.getByText('MEKI_ORIGIN')).toContainText(opened);
      await expect.poll(() => site.errors).toEqual([expect.stringContaining(`MEKI_ORIGIN is ${site.origin}`)]);

      await page.getByRole('link').click();
      await expect(page).toHaveURL(`${site.origin}/en/admin/signin`);
      // The page polls for new builds while the server stops.
      await page.goto('about:blank');
    });
  });
}
