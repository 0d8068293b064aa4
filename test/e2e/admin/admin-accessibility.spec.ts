import type { Locator, Page } from '@playwright/test';
import { MEMBER, SCREEN_GROUPS, TRASHED } from '../../helpers/admin/admin-screens.ts';
import { type Screen, type ScreenGroup, screenWords } from '../../helpers/admin/screens.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { holdScripts } from '../../helpers/browser/hold-scripts.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { resizeWindow } from '../../helpers/browser/resize-window.ts';
import { test as base, type Expected, expect } from '../../helpers/browser/site-test.ts';
import { changeSystemMode } from '../../helpers/browser/system-mode.ts';
import { checkEach } from '../../helpers/check-each.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { CODES, type Code, canonicalPath } from '../../helpers/data-folders/sample-site.ts';
import { HAS_SAMPLE, NO_SAMPLE } from '../../helpers/has-sample.ts';
import { sendForm } from '../../helpers/requests/send-form.ts';
import { fillFolder } from '../../helpers/servers/prepared-folder.ts';
import type { Shared } from '../../helpers/servers/share-in-worker.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';
import type { SiteHost } from '../../helpers/servers/site-host.ts';

const BETO = { name: 'Beto Luna', email: 'beto@example.org', password: 'vela montaña cobre' };

/** A site and the session cookies for a screen. */
interface Scene {
  origin: string;
  owner: string;
  viewer: string;
}

type SceneOf = (site: 'full' | 'empty') => Promise<Scene>;

const test = base.extend<{ sceneOf: SceneOf }>({
  sceneOf: ({ share }, use) => use((site) => share(site === 'full' ? shareFull : shareEmpty)),
});

async function shareFull(host: SiteHost): Promise<Shared<Scene>> {
  const people = [{ ...ANA }, { ...BETO }, { ...BETO, ...MEMBER, role: 'translator' as const, languages: ['en'] }];
  const { origin, stop } = await host.startSite({}, (dataDir) => fillFolder(dataDir, { people, hasSample: true }));
  const owner = await signInCookie(origin, ANA);
  const headers = { origin, cookie: owner };
  const invitation = { intent: 'invite', email: 'diana.invitada@example.org', role: 'editor' };
  await sendForm(origin, '/admin/people', invitation, { headers });
  await sendForm(origin, '/admin/items/news', { intent: 'trash', item: TRASHED.id }, { headers });
  return { value: { origin, owner, viewer: await signInCookie(origin, BETO) }, end: stop };
}

async function shareEmpty(host: SiteHost): Promise<Shared<Scene>> {
  const fill = (dataDir: string) => fillFolder(dataDir, { people: [ANA] });
  const { origin, stop } = await host.startSite({ MEKI_SAMPLE: 'false' }, fill);
  return { value: { origin, owner: await signInCookie(origin, ANA), viewer: '' }, end: stop };
}

test.skip(!HAS_SAMPLE, NO_SAMPLE);

// An action that is impossible on a screen fails that screen only.
test.use({ actionTimeout: 20_000 });

/** A window size. */
interface Size {
  width: number;
  height: number;
  /** A width in pixels at which nothing may be wider than the window either: of the narrowest phone, and of a tablet. */
  narrow: number;
}

const PHONE: Size = { width: 390, height: 844, narrow: 320 };
const DESKTOP: Size = { width: 1280, height: 800, narrow: 720 };

/**
 * Each screen is tested on a phone in one mode and on a desktop in the other. The next one is tested the other way round, so that
 * the navigation, which all screens share, is tested in both modes at both widths.
 */
const MODES = ['light', 'dark'] as const;

type Mode = (typeof MODES)[number];

/** The modes in turn. */
const modeOf = (turn: number): Mode => MODES[turn % MODES.length] ?? 'light';

/** A screen in a language and with a mode for the phone. */
interface View {
  screen: Screen;
  code: Code;
  mode: Mode;
  /** The mode for the desktop. */
  otherMode: Mode;
  /** Whether it is shown on the page of the screen before. */
  continues: boolean;
}

/** Each page that is loaded has the next language. */
function viewsOf(screens: readonly Screen[]): View[] {
  let loads = 0;
  return screens.map((screen, index) => {
    const continues = screen.path === screens[index - 1]?.path && !screen.fresh;
    if (!continues) loads += 1;
    const code = CODES[loads % CODES.length] ?? 'es';
    return { screen, code, mode: modeOf(index), otherMode: modeOf(index + 1), continues };
  });
}

for (const { name, screens, ...group } of SCREEN_GROUPS) {
  test(`axe finds nothing on ${name}, on a phone in one mode and on a desktop in the other`, async ({
    page,
    sceneOf,
    expected,
  }) => {
    const origin = await enter(page, group, { sceneOf, expected });
    // After a failed screen, the next one begins with a load of its page.
    let isOpen = false;
    await checkEach(
      viewsOf(screens),
      ({ screen }) => screen.name,
      async (view) => {
        const continues = isOpen && view.continues;
        isOpen = false;
        const shown = await show(page, origin, { ...view, continues });
        await judge(page, PHONE);
        if (!view.screen.isOfPhone) {
          await changeSystemMode(page, view.otherMode);
          await resizeWindow(page, { width: DESKTOP.width, height: DESKTOP.height });
          await expect(shown).toBeVisible();
          await judge(page, DESKTOP);
        }
        isOpen = true;
      },
    );
  });
}

test('axe finds nothing on what is saved of an item, which shows until its editor is loaded', async ({
  page,
  sceneOf,
  expected,
}) => {
  const origin = await enter(page, { who: 'owner' }, { sceneOf, expected });
  await holdScripts(page.context());
  await page.setViewportSize(PHONE);
  await page.goto(`${origin}/admin/items/articles/mri-or-ct`, { waitUntil: 'commit' });
  await expect(page.getByRole('region', { name: 'español' })).toBeVisible();
  await judge(page, PHONE);
  await resizeWindow(page, { width: DESKTOP.width, height: DESKTOP.height });
  await judge(page, DESKTOP);
});

/** Signs in whoever sees the screens of a group. @returns the address of their site */
async function enter(
  page: Page,
  { who, isEmpty, reports = [] }: Pick<ScreenGroup, 'who' | 'isEmpty' | 'reports'>,
  { sceneOf, expected }: { sceneOf: SceneOf; expected: Expected },
): Promise<string> {
  const scene = await sceneOf(isEmpty ? 'empty' : 'full');
  expected.problem(...reports);
  if (who !== 'nobody') {
    const [name = '', value = ''] = scene[who].split('=');
    await page.context().addCookies([{ name, value, url: scene.origin }]);
  }
  return scene.origin;
}

/** Closes what the screen before has opened. */
async function leave(page: Page): Promise<void> {
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  if ((await opened.count()) > 0) await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** Brings a screen about, in the window of a phone. @returns what shows that it is there */
async function show(page: Page, origin: string, { screen, code, mode, continues }: View): Promise<Locator> {
  const words = screenWords(code);
  if (continues) await leave(page);
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  if (continues) await changeSystemMode(page, mode);
  else {
    await page.emulateMedia({ colorScheme: mode });
    await page.goto(origin + canonicalPath(code, screen.path));
    await hydrated(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
  }
  await screen.action?.(page, words);
  const shown = screen.shows?.(page, words) ?? page.getByRole('heading', { level: 1 });
  await expect(shown).toBeVisible();
  return shown;
}

/** Fails with axe violations, or if the page scrolls sideways in a narrower window. */
async function judge(page: Page, { narrow, height }: Size): Promise<void> {
  await expectNoViolations(page);
  await page.setViewportSize({ width: narrow, height });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `nothing is wider than ${narrow} px`)
    .toBeLessThanOrEqual(narrow);
}
