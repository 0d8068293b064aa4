import type { Page } from '@playwright/test';
import { ANA } from '../helpers/account-pages.ts';
import { MEMBER, SCREEN_GROUPS } from '../helpers/admin-screens.ts';
import { checkEach } from '../helpers/check-each.ts';
import { expectEnoughContrast, expectNoViolations } from '../helpers/expect-no-violations.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../helpers/has-sample.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { fillFolder } from '../helpers/prepared-folder.ts';
import { type Code, canonicalPath } from '../helpers/sample-site.ts';
import { type Screen, screenWords } from '../helpers/screens.ts';
import { signInCookie } from '../helpers/sign-in-cookie.ts';
import { test as base, expect } from '../helpers/site-test.ts';
import { changeSystemMode } from '../helpers/system-mode.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };

/** A site and the session cookies for a screen. */
interface Scene {
  origin: string;
  owner: string;
  viewer: string;
}

const test = base.extend<object, { full: Scene; empty: Scene }>({
  full: [
    async ({ host }, use) => {
      const people = [{ ...ANA }, { ...BETO }, { ...BETO, ...MEMBER, role: 'translator' as const, languages: ['en'] }];
      const site = await host.startSite({}, (dataDir) => fillFolder(dataDir, { people, hasSample: true }));
      const owner = await signInCookie(site.origin, ANA);
      const form = { intent: 'invite', email: 'diana.invitada@example.org', role: 'editor' };
      const headers = { origin: site.origin, cookie: owner };
      await fetch(`${site.origin}/admin/people`, { method: 'POST', headers, body: new URLSearchParams(form) });
      await use({ origin: site.origin, owner, viewer: await signInCookie(site.origin, BETO) });
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  empty: [
    async ({ host }, use) => {
      const site = await host.startSite({ MEKI_SAMPLE: 'false' }, (dataDir) => fillFolder(dataDir, { people: [ANA] }));
      await use({ origin: site.origin, owner: await signInCookie(site.origin, ANA), viewer: '' });
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.skip(!HAS_SAMPLE, NO_SAMPLE);

// An action that is impossible on a screen fails that screen only.
test.use({ actionTimeout: 20_000 });

/** A window size with the language to test. */
interface View {
  width: number;
  height: number;
  code: Code;
}

/** Each width has a language; a screen that exists at one width only is tested in both languages. */
const PHONE: View = { width: 390, height: 844, code: 'es' };
const DESKTOP: View = { width: 1280, height: 800, code: 'en' };

/** Widths in pixels at which nothing may be wider than the window: a tablet and the narrowest phone. */
const NARROW = [720, 320];

for (const view of [PHONE, DESKTOP]) {
  test.describe(`${view.width} px wide, in ${view.code}`, () => {
    for (const { name, who, isEmpty, reports, screens } of SCREEN_GROUPS) {
      test(`axe finds nothing on the screens of ${name}, in either mode`, async ({ page, full, empty, expected }) => {
        if (reports) expected.problem(reports);
        const scene = isEmpty ? empty : full;
        if (who !== 'nobody') {
          const [cookieName = '', value = ''] = scene[who].split('=');
          await page.context().addCookies([{ name: cookieName, value, url: scene.origin }]);
        }
        // After a failed screen, the next one begins with a load of its page.
        let open: string | undefined;
        await checkEach(
          screens,
          (screen) => screen.name,
          async (screen) => {
            const from = open;
            open = undefined;
            await show(page, { origin: scene.origin, screen, view, continues: from === screen.path && !screen.fresh });
            await judge(page, view.height);
            open = screen.path;
          },
        );
      });
    }
  });
}

/** Closes what the screen before has opened. */
async function leave(page: Page): Promise<void> {
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  if ((await opened.count()) > 0) await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** Brings a screen about. @param options.continues whether its page is open */
async function show(
  page: Page,
  { origin, screen, view, continues }: { origin: string; screen: Screen; view: View; continues: boolean },
): Promise<void> {
  const { path, upTo = Number.POSITIVE_INFINITY, action, shows } = screen;
  const words = screenWords(view.code);
  const { width, height } = view.width <= upTo ? view : PHONE;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: 'light' });
  if (continues) await leave(page);
  else {
    await page.goto(origin + canonicalPath(view.code, path));
    await hydrated(page);
  }
  await action?.(page, words);
  await expect(shows?.(page, words) ?? page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** All rules in light mode, contrast in dark mode, and no sideways scroll. */
async function judge(page: Page, height: number): Promise<void> {
  await expectNoViolations(page);
  await changeSystemMode(page, 'dark');
  await expectEnoughContrast(page);
  for (const width of NARROW) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `nothing is wider than ${width} px`)
      .toBeLessThanOrEqual(width);
  }
}
