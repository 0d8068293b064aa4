import { expect, test } from '../../helpers/accounts/account-test.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { ANA } from '../../helpers/data-folders/person.ts';

test.use({ accounts: { people: [ANA] }, expectedErrors: /MEKI_ORIGIN is/ });

test('who signs in at another address of the server reads which one is right, and so does its log', async ({
  page,
  site,
  expected,
}) => {
  expected.problem(/403|favicon.ico/);
  const opened = site.origin.replace('localhost', '127.0.0.1');
  await page.goto(`${opened}/en/admin/signin`);
  await hydrated(page);
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
