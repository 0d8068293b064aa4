import type { Page } from '@playwright/test';
import { actFirst, type Control, findControls } from '../../helpers/browser/first-act.ts';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { test as base, expect } from '../../helpers/browser/site-test.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { CODES, PAGE_TYPES } from '../../helpers/data-folders/sample-site.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { shareLargeSite } from '../../helpers/servers/large-site.ts';
import type { RunningSite } from '../../helpers/servers/start-site.ts';

const test = base.extend<{ largeSite: RunningSite }>({
  largeSite: [async ({ share }, use) => use(await share(shareLargeSite)), { timeout: 180_000 }],
  baseURL: ({ largeSite }, use) => use(largeSite.origin),
});

test.skip(!HAS_SAMPLE, NO_SAMPLE);

// An act that is impossible fails that act only.
test.use({ hasTouch: true, isMobile: true, actionTimeout: 5_000 });

/** A page of each type. */
const PAGES = [
  ...PAGE_TYPES,
  { es: '/articulos?page=2', en: '/en/articles' },
  { es: '/search', en: '/en/search' },
  { es: '/search?q=zafarrancho', en: '/en/search?q=knee' },
  { es: '/unknown', en: '/en/unknown' },
];

/** The widths of the window, one in each language, the other way on the next page. */
const WIDTHS = [320, 390] as const;

for (const [place, paths] of PAGES.entries()) {
  test(`the first act of a visit to ${paths.es} and ${paths.en} has its effect with every control, also if the scripts come late`, async ({
    context,
    expected,
  }) => {
    test.setTimeout(240_000);
    // The page that is not there, and the form that is sent empty.
    expected.problem(/404.*unknown/, /422.*contact/);
    // What is routed comes from the network each time, as in a first visit.
    await context.route(/\.woff2$|\/media\//, (route) => route.abort('aborted'));
    for (const [turn, code] of CODES.entries()) {
      const path = paths[code];
      /** Opens the page in a tab of its own, which is closed after the visit. */
      const visit = async (act: (page: Page) => Promise<void>) => {
        if (path === '/') await context.clearCookies();
        const page = await context.newPage();
        await page.setViewportSize({ width: WIDTHS[(place + turn) % 2] ?? 390, height: 700 });
        // The error screen leads back.
        if (path.endsWith('unknown')) await page.goto('/privacy-policy', { waitUntil: 'commit' });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        // A tab that is closed in the middle of a navigation may never be gone.
        await act(page).finally(() => expect(() => page.goto('about:blank')).toPass());
        await page.close();
      };
      let controls: Control[] = [];
      await visit(async (page) => {
        controls = await findControls(page);
      });
      expect(controls.length).toBeGreaterThan(1);
      const judged = [...controls.entries()].filter(([number, control]) => {
        if (control.place === 'page' || control.kind === 'summary') return true;
        // The footer and what is in the menu are the same on all pages, and the header is in both languages.
        const isTheSame = control.place === 'footer' || control.openers.length > 0;
        return isTheSame ? place === 0 : number % 2 === turn;
      });
      await checkEach(
        judged,
        ([, { name }]) => `${code} ${name}`,
        async ([number, control]) => {
          // The other language and the next page have each control the other way.
          const isLate = ((number >> 1) + place + turn) % 2 === 0;
          const letCome = isLate ? await holdScripts(context) : undefined;
          await visit(async (page) => {
            const judge = await actFirst(page, control);
            await letCome?.();
            await judge();
          }).finally(() => context.unroute('**/*.js'));
        },
      );
    }
  });
}
