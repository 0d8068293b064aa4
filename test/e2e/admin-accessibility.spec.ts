import { ANA } from '../helpers/account-pages.ts';
import { MEMBER, SCREENS, screenWords } from '../helpers/admin-screens.ts';
import { expectEnoughContrast, expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { fillFolder } from '../helpers/prepared-folder.ts';
import { canonicalPath } from '../helpers/sample-site.ts';
import { signInCookie } from '../helpers/sign-in-cookie.ts';
import { test as base, expect } from '../helpers/site-test.ts';
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

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each width has a language, so that both are seen; a screen of one width alone is seen in both. */
const VIEWS = [
  { width: 390, height: 844, code: 'es' },
  { width: 1280, height: 800, code: 'en' },
] as const;

for (const screen of SCREENS) {
  const { name, path, who, isEmpty, reports, upTo = Number.POSITIVE_INFINITY, act, shows } = screen;
  for (const { code, ...view } of VIEWS) {
    const { width, height } = view.width <= upTo ? view : VIEWS[0];

    test.describe(`${width} px wide, in ${code}`, () => {
      test.use({ viewport: { width, height } });

      test(`axe finds nothing on ${name}, in either mode`, async ({ page, full, empty, expected }) => {
        if (reports) expected.problem(reports);
        const scene = isEmpty ? empty : full;
        if (who !== 'nobody') {
          const [cookieName = '', value = ''] = scene[who].split('=');
          await page.context().addCookies([{ name: cookieName, value, url: scene.origin }]);
        }
        const words = screenWords(code);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(scene.origin + canonicalPath(code, path));
        await hydrated(page);
        await act?.(page, words);
        await expect(shows?.(page, words) ?? page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
        await changeSystemMode(page, 'dark');
        await expectEnoughContrast(page);
        await page.setViewportSize({ width: 320, height });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'nothing is wider than 320 px')
          .toBeLessThanOrEqual(320);
      });
    });
  }
}
