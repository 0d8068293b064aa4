import { expect, test } from '../../helpers/browser/site-test.ts';

test.use({ javaScriptEnabled: false });

test('links lead through the site', async ({ page, context, expected }) => {
  expected.problem(/404/);

  await test.step('the language that a visitor switched to is remembered', async () => {
    await page.goto('/about');
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/en/about');
    expect((await context.cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual(['meki_locale=en']);
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/about');
  });

  await test.step('the header leads to every main page', async () => {
    await page.goto('/en');
    const header = page.getByRole('navigation', { name: 'Main' });
    for (const [link, title] of [
      ['Exams', 'Exams'],
      ['Frequently asked questions', 'Frequently asked questions'],
      ['Contact', 'Contact'],
    ] as const) {
      await header.getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    }
  });

  await test.step('a tag filters a listing, and the filter comes off again', async () => {
    await page.goto('/en/studies');
    const cards = page.getByRole('main').getByRole('article');
    const all = await cards.count();
    const filter = page.getByRole('navigation', { name: 'Filter by topic' });
    await filter.getByRole('link', { name: 'Ultrasound' }).click();
    await expect(page).toHaveURL('/en/studies?tag=ultrasound');
    await expect(page.getByRole('status')).toContainText('about Ultrasound');
    const filtered = await cards.count();
    expect(filtered).toBeGreaterThan(0);
    expect(filtered).toBeLessThan(all);
    await expect(filter.getByRole('link', { name: 'Ultrasound' })).toHaveAttribute('aria-current', 'true');
    await filter.getByRole('link', { name: 'All' }).click();
    await expect(page).toHaveURL('/en/studies');
    await expect(cards).toHaveCount(all);
  });

  await test.step('the error page leads home', async () => {
    await page.goto('/en/studies/unknown');
    await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
    await expect(page.getByText(/^We can’t find this page/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go back' })).toBeHidden();
    await page.getByRole('link', { name: 'Return home' }).click();
    await expect(page).toHaveURL('/en');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, leads on, and is closed on the next page', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Principal' });
    await expect(menu).toBeHidden();
    await page.getByLabel('Menú').click();
    await menu.getByRole('link', { name: 'Artículos' }).click();
    await expect(page).toHaveURL('/articulos');
    await expect(page.getByRole('heading', { level: 1, name: 'Artículos' })).toBeVisible();
    await expect(menu).toBeHidden();
  });
});

test('questions are opened and linked to', async ({ page }) => {
  await test.step('a question opens and closes', async () => {
    await page.goto('/en/faq');
    const question = page.getByRole('group').filter({ hasText: 'Do I need an appointment?' });
    const answer = question.getByRole('link', { name: 'Link to this question' });
    await expect(answer).toBeHidden();
    await question.getByRole('heading').click();
    await expect(answer).toBeVisible();
    await question.getByRole('heading').click();
    await expect(answer).toBeHidden();
  });

  await test.step('a link to a question shows its answer', async () => {
    await page.goto('/faq');
    const question = page.getByRole('group').nth(5);
    await question.getByRole('heading').click();
    const link = question.getByRole('link', { name: 'Enlace a esta pregunta' });
    const hash = await link.getAttribute('href');
    await page.goto('/about');
    await page.goto(`/faq${hash}`);
    await expect(link).toBeVisible();
    await expect(link).toBeInViewport();
    await expect(page.getByRole('link', { name: 'Enlace a esta pregunta' })).toHaveCount(1);
  });
});
