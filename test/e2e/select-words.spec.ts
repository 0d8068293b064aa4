import { checkEach } from '../helpers/check-each.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { expect, test } from '../helpers/sample-admin.ts';

const PAGES = ['/admin/items/studies', '/admin/items/faqs', '/admin/items/faqs?new=', '/admin/health', '/admin/audit'];

test('no select cuts a word of its choices', async ({ page, enter }) => {
  await enter('/admin');
  const paths = PAGES.flatMap((path) => [path, `/en${path}`]);
  await checkEach(paths, String, async (path) => {
    await page.goto(path);
    await hydrated(page);
    const filters = page.getByRole('main').getByText(/^(Filtros|Filters)$/);
    if ((await filters.count()) > 0) await filters.click();
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // Emails, which may have any length, are left out.
      const cut = await page.getByRole('main').evaluate((main) => {
        const pen = document.createElement('canvas').getContext('2d');
        return [...main.querySelectorAll('select')].flatMap((select) => {
          const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
          const room = select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
          if (pen) pen.font = font;
          const texts = [...select.options].map(({ text }) => text).filter((text) => !text.includes('@'));
          return texts.filter((text) => select.checkVisibility() && (pen?.measureText(text).width ?? 0) > room);
        });
      });
      expect(cut, `${width} px`).toEqual([]);
    }
  });
});
