import type { Page } from '@playwright/test';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/browser/site-test.ts';

/** The accessible names of consecutive tab stops. */
async function tabThrough(page: Page, times: number): Promise<string[]> {
  const names: string[] = [];
  for (let count = 0; count < times; count++) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        // biome-ignore lint/performance/useDomNodeTextContent: of two labels for two widths, only the visible one counts
        return element?.getAttribute('aria-label') ?? element?.innerText.trim() ?? '';
      }),
    );
  }
  return names;
}

async function expectSkip(page: Page): Promise<void> {
  await page.goto('/en/studies');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/en/studies#_content');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Filter by topic' }).getByRole('link').first()).toBeFocused();
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the first stop skips to the content', ({ page }) => expectSkip(page));
});

test('a page is walked through in the order of reading, and every stop shows that it has the focus', async ({
  page,
}) => {
  await test.step('the first stop skips to the content', () => expectSkip(page));
  await test.step('the header is walked through in the order of reading', async () => {
    await page.goto('/en');
    expect(await tabThrough(page, 12)).toEqual([
      'Skip to content',
      'Meki Imaging',
      'Exams',
      'More in Exams',
      'Articles',
      'More in Articles',
      'News',
      'Frequently asked questions',
      expect.stringMatching(/^About/),
      'Contact',
      'Search',
      'Español',
    ]);
  });
  await test.step('every stop shows that it has the focus', async () => {
    await page.goto('/en');
    await page.keyboard.press('Tab');
    for (let count = 0; count < 25; count++) {
      await page.keyboard.press('Tab');
      const shows = await page.evaluate(() => {
        const rings = (element: Element | null) => {
          if (!element) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        };
        const focused = document.activeElement;
        return rings(focused) || rings(focused?.closest('article') ?? null) || focused?.outerHTML;
      });
      expect(shows).toBe(true);
    }
  });
  await test.step('a question opens with the keyboard', async () => {
    await page.goto('/en/faq');
    const question = page.getByRole('main').getByRole('group').first();
    await question.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(question.getByRole('link', { name: 'Link to this question' })).toBeVisible();
    await page.keyboard.press('Space');
    await expect(question.getByRole('link', { name: 'Link to this question' })).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens with the keyboard, and Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/en');
    await hydrated(page);
    const button = page.getByLabel('Menu');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await test.step('it closes when it led to another page', async () => {
      await button.click();
      await menu.getByRole('link', { name: 'News' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeFocused();
      await expect(menu).toBeHidden();
    });
  });
});
