import type { Page } from '@playwright/test';
import { test } from '../../helpers/accounts/account-test.ts';
import { actFirst, type Control, findControls } from '../../helpers/browser/first-act.ts';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { enterAs } from '../../helpers/servers/sign-in-cookie.ts';

const ITEM = '/admin/items/articles/mri-or-ct';

/** The frame is judged on the first one only. */
const PAGES = ['/admin', '/admin/items/faqs', ITEM, `${ITEM}/publish`];

// An act that is impossible fails that act only.
test.use({ accounts: { people: [{ ...ANA, role: 'owner' }] }, hasSample: true, hasTouch: true, actionTimeout: 5_000 });

for (const path of PAGES) {
  test(`the first act on the signed-in page ${path} has its effect with every control, if the scripts come late`, async ({
    context,
    site,
  }) => {
    await enterAs(context, site.origin, ANA);
    // What is sent does nothing, so that each visit finds the same page.
    await context.route('**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 204 }),
    );
    /** Opens the page in a tab of its own, whose scripts come when the function is called that the act gets. */
    const visit = async (act: (page: Page, letCome: () => Promise<void>) => Promise<void>) => {
      const letCome = await holdScripts(context);
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await act(page, letCome).finally(async () => {
        await page.close();
        await context.unroute('**/*.js');
      });
    };
    let controls: Control[] = [];
    await visit(async (page) => {
      controls = await findControls(page);
    });
    const judged = controls.filter(({ place }) => place === 'page' || path === PAGES[0]);
    await checkEach(
      judged,
      ({ name }) => name,
      (control) =>
        visit(async (page, letCome) => {
          const judge = await actFirst(page, control);
          await letCome();
          await judge();
        }),
    );
  });
}
