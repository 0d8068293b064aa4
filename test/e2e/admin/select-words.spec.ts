import { expect, test } from '../../helpers/admin/sample-admin.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { enterAs } from '../../helpers/servers/sign-in-cookie.ts';

const PAGES = ['/admin/items/studies', '/admin/items/faqs', '/admin/items/faqs?new=', '/admin/health', '/admin/audit'];

// Their scripts, which take most of a visit, do not move anything: see `press-before-hydration.spec.ts`.
test.use({ javaScriptEnabled: false });

test('no select cuts a word of its choices', async ({ page, context, site }) => {
  await enterAs(context, site.origin, ANA);
  const paths = PAGES.flatMap((path) => [path, `/en${path}`]);
  // Each page begins with the width that the one before ended with: a change of it takes as long as a load.
  let widths = [1280, 1024, 768, 390];
  await checkEach(paths, String, async (path) => {
    await page.goto(path);
    const filters = page
      .getByRole('main')
      .locator('summary')
      .filter({ hasText: /Filtros|Filters/ });
    if ((await filters.count()) > 0) await filters.click();
    await expect(page.getByRole('main').getByRole('combobox').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
    for (const width of widths) {
      if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 });
      // Left out are emails, which may have any length, and the actions for a selection, which is empty.
      const cut = await page.getByRole('main').evaluate((main) => {
        const pen = document.createElement('canvas').getContext('2d');
        return [...main.querySelectorAll<HTMLSelectElement>('select:not(#bulk select)')].flatMap((select) => {
          const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
          const room = select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
          if (pen) pen.font = font;
          const texts = [...select.options].map(({ text }) => text).filter((text) => !text.includes('@'));
          return texts.filter((text) => select.checkVisibility() && (pen?.measureText(text).width ?? 0) > room);
        });
      });
      expect(cut, `${width} px`).toEqual([]);
    }
    widths = widths.toReversed();
  });
});
