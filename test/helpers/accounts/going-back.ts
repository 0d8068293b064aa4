import { expect, type Page, test } from '@playwright/test';
import type { Person } from '../data-folders/person.ts';
import type { AccountPages } from './account-pages.ts';

/** Signs in and out somebody who has an account and is out, and goes back over each form. */
export async function expectBackToLead(
  page: Page,
  pages: AccountPages,
  person: Person,
  { hasScript }: { hasScript: boolean },
): Promise<void> {
  const { words } = pages;

  await test.step('Back from a refused form leads to the form, which works', async () => {
    await pages.open('/admin/reset');
    await pages.open('/admin/signin');
    await pages.signIn({ ...person, password: `${person.password}?` });
    await pages.expectAlert(words.mismatch);
    await page.goBack();
    // With script, the refused form is no entry of its own.
    if (hasScript) await page.goForward();
    await pages.expectTitle(words.signIn.title);
    await pages.signIn(person);
    await pages.expectDashboard(person);
  });

  await test.step('Back leads neither to the sign-in form of who is in, nor to a page of who is out', async () => {
    const dashboard = page.url();
    await page.goBack();
    await pages.expectDashboard(person);
    await pages.open('/admin/signin');
    await expect(page).toHaveURL(dashboard);
    await pages.signOut(person);
    await pages.expectTitle(words.signIn.title);
    await page.goBack();
    await pages.expectTitle(words.signIn.title);
    await expect(page.getByText(person.name)).toHaveCount(0);
  });
}
