import { ANA } from '../helpers/account-pages.ts';
import { MEMBER, SCREENS, screenWords } from '../helpers/admin-screens.ts';
import { createAccounts } from '../helpers/create-accounts.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { CODES, canonicalPath } from '../helpers/sample-site.ts';
import { signInCookie } from '../helpers/sign-in-cookie.ts';
import { test as base, expect } from '../helpers/site-test.ts';
import { startSite } from '../helpers/start-site.ts';
import { changeSystemMode } from '../helpers/system-mode.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };

/** A site to look at, and the cookies of who is signed in. */
interface Scene {
  origin: string;
  owner: string;
  viewer: string;
}

const test = base.extend<object, { full: Scene; empty: Scene }>({
  full: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of its first parameter
    async ({}, use) => {
      const people = [{ ...ANA }, { ...BETO }, { ...BETO, ...MEMBER, role: 'translator' as const, languages: ['en'] }];
      const site = await startSite({}, (dataDir) => createAccounts(dataDir, people));
      const owner = await signInCookie(site.origin, ANA);
      const form = { intent: 'invite', email: 'diana.invitada@example.org', role: 'editor' };
      const headers = { origin: site.origin, cookie: owner };
      await fetch(`${site.origin}/admin/people`, { method: 'POST', headers, body: new URLSearchParams(form) });
      await use({ origin: site.origin, owner, viewer: await signInCookie(site.origin, BETO) });
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  empty: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const site = await startSite({ MEKI_SAMPLE: 'false' }, (dataDir) => createAccounts(dataDir, [ANA]));
      await use({ origin: site.origin, owner: await signInCookie(site.origin, ANA), viewer: '' });
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    for (const { name, path, who, isEmpty, reports, act, shows } of SCREENS.filter(
      ({ upTo = width }) => width <= upTo,
    )) {
      test(`axe finds nothing on ${name}, in any language and mode`, async ({ page, full, empty, expected }) => {
        if (reports) expected.problem(reports);
        const scene = isEmpty ? empty : full;
        if (who !== 'nobody') {
          const [cookieName = '', value = ''] = scene[who].split('=');
          await page.context().addCookies([{ name: cookieName, value, url: scene.origin }]);
        }
        for (const code of CODES) {
          const words = screenWords(code);
          await page.context().setOffline(false);
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(scene.origin + canonicalPath(code, path));
          await hydrated(page);
          await act?.(page, words);
          await expect(shows?.(page, words) ?? page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectNoViolations(page);
          await changeSystemMode(page, 'dark');
          await expectNoViolations(page);
          await page.setViewportSize({ width: 320, height });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than 320 px')
            .toBeLessThanOrEqual(320);
          await page.setViewportSize({ width, height });
        }
      });
    }
  });
}
