import type { Page } from '@playwright/test';
import { nodeText } from '#core/rich-text/rich-text.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { keptAddresses, waitUntilKept, waitUntilWordsAreKept } from '../../helpers/browser/kept-pages.ts';
import { LOST_CONNECTION } from '../../helpers/browser/lost-connection.ts';
import { changeSystemMode } from '../../helpers/browser/system-mode.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { openDraft } from '../../helpers/drafts/draft-client.ts';
import { createEditorPage } from '../../helpers/items/editor-page.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'Sin conexión: guardado en este dispositivo';
const LIST = '/admin/items/articles';
const ITEM = 'articles/ayuno';

test.beforeEach(({ expected }) => {
  expected.problem(LOST_CONNECTION, /WebSocket|ERR_FAILED|build manifest could not be fetched|favicon|\b503\b/);
});

const kept = (page: Page) => page.getByRole('status').filter({ hasText: /^Sin conexión\. / });

/** A page that no test has opened before, and what says so. */
const NEVER_SEEN = {
  es: { path: '/admin/health', title: 'Sin conexión', again: 'Intentar de nuevo', language: 'es-MX' },
  en: { path: '/en/admin/items/news', title: 'No connection', again: 'Try again', language: 'en-US' },
} as const;

type NeverSeen = (typeof NEVER_SEEN)[keyof typeof NEVER_SEEN];

async function expectOfflinePage(page: Page, { title }: NeverSeen): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Opens a page that was never seen, offline, has it judged, and opens it once more after the connection is back. */
async function expectToLeadOn(page: Page, words: NeverSeen, judge = async () => {}): Promise<void> {
  await page.goto(words.path);
  await expectOfflinePage(page, words);
  await expect(page.locator('html')).toHaveAttribute('lang', words.language);
  await judge();
  await page.getByRole('link', { name: words.again }).click();
  await expectOfflinePage(page, words);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: words.again }).click();
  await expect(page).toHaveURL(words.path);
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toHaveCount(0);
}

test('while the network is lost, a reloaded editor shows the words of the device, and what is typed then is merged', async ({
  openAs,
  cookieOf,
  site,
}) => {
  const page = await openAs('Ana');
  const editor = createEditorPage(page);
  const paragraph = editor.text('español').locator('p').first();
  await editor.open(ITEM);
  await waitUntilKept(page, ARTICLE_PATH);
  const theirs = openDraft('item/ayuno/es', { address: site.origin, cookie: await cookieOf('Beto') });
  const theirText = theirs.doc.getText('body:text');
  await expect.poll(() => theirs.isSaved()).toBe(true);

  await page.context().setOffline(true);
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await editor.caretAtEnd(paragraph);
  await page.keyboard.type(' Antes de recargar.');
  theirText.insert(theirText.length, ' Con red.');
  await expect.poll(() => theirs.isSaved()).toBe(true);
  await waitUntilWordsAreKept(page);
  await page.reload();

  await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar.');
  await expect(editor.text('español')).not.toContainText('Con red.');
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await expect(kept(page)).toContainText('Puede seguir escribiendo');
  await editor.caretAtEnd(paragraph);
  await page.keyboard.type(' Después.');
  await waitUntilWordsAreKept(page);
  await page.reload();
  await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar. Después.');

  await page.context().setOffline(false);
  await editor.expectSaved();
  await expect(page.getByText('La conexión volvió y sus textos se envían solos.')).toBeVisible();
  const whole = 'No coma seis horas antes. Antes de recargar. Después.Beba agua. Con red.';
  await expect.poll(() => editor.words('español')).toBe(whole);
  await expect.poll(() => theirText.toString()).toBe(whole);
  theirs.end();
  await expect.poll(() => savedWords(site.dataDir)).toBe(whole);
  await page.getByRole('button', { name: 'Ver cómo está ahora' }).click();
  await expect(page.getByRole('button', { name: 'Ver cómo está ahora' })).toHaveCount(0);
  await expect.poll(() => editor.words('español')).toBe(whole);
});

test.describe('of a server that is not always there', () => {
  test.use({ ownProcess: true });

  test('the words of the editor wait on the device', async ({ openAs, site }) => {
    const page = await openAs('Ana');
    const editor = createEditorPage(page);
    const paragraph = editor.text('español').locator('p').first();
    await editor.open(ITEM);
    await waitUntilKept(page, ARTICLE_PATH);

    await test.step('while it restarts', async () => {
      await editor.caretAtEnd(paragraph);
      const restarted = site.restart();
      await page.keyboard.type(' Durante el reinicio.');
      await restarted;
      await editor.expectSaved();
      await expect
        .poll(() => savedWords(site.dataDir))
        .toBe('No coma seis horas antes. Durante el reinicio.Beba agua.');
    });

    await test.step('while it is down, also through a reload', async () => {
      await site.kill();
      await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
      await editor.caretAtEnd(paragraph);
      await page.keyboard.type(' Antes de recargar.');
      await waitUntilWordsAreKept(page);
      await page.reload();
      const words = 'No coma seis horas antes. Durante el reinicio. Antes de recargar.';
      await expect(paragraph).toHaveText(words);
      await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
      await expect(kept(page)).toContainText('Puede seguir escribiendo');
      await site.restart();
      await editor.expectSaved();
      await expect(page.getByText('La conexión volvió y sus textos se envían solos.')).toBeVisible();
      await expect.poll(() => savedWords(site.dataDir)).toBe(`${words}Beba agua.`);
    });
  });
});

test('pages for work that were visited open as last seen, and others say that they cannot', async ({
  openAs,
  expected,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');

  await test.step('pages of people, of the own account and with a draft in a frame are not kept', async () => {
    for (const path of ['/admin/account', `${ARTICLE_PATH}/preview`, `${LIST}?new=`]) {
      await page.goto(path);
      await hydrated(page);
    }
    await page.goto('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Artículos' }).click();
    await expect(page).toHaveURL(LIST);
    await waitUntilKept(page, LIST);
    expect(await keptAddresses(page)).toEqual(['/admin', LIST]);
  });

  await page.context().setOffline(true);
  const another = await page.context().newPage();

  await test.step('by their address and by their links', async () => {
    await another.goto(LIST);
    await hydrated(another);
    await expect(another.getByRole('link', { name: 'El ayuno antes del estudio' })).toBeVisible();
    await expect(kept(another)).toContainText('Esta página se guardó el');
    await another.getByRole('link', { name: 'Tablero' }).first().click();
    await expect(another.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
    await expect(kept(another)).toContainText('Esta página se guardó el');
  });

  await test.step('a link to a page that was never seen leads to the page that says so, and Back to what was there', async () => {
    await another.getByRole('navigation').getByRole('link', { name: 'Noticias' }).click();
    await expectOfflinePage(another, NEVER_SEEN.es);
    await expect(another).toHaveURL('/admin/items/news');
    await another.goBack();
    await expect(another.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  });

  await test.step('a page that was never seen says so, and leads on', async () => {
    await page.bringToFront();
    await expectToLeadOn(page, NEVER_SEEN.es);
  });

  await test.step('a page that was open meanwhile offers how it is now', async () => {
    await another.bringToFront();
    await expect(another.getByText('La conexión volvió. Esta página se guardó el')).toBeVisible();
    await another.getByRole('button', { name: 'Ver cómo está ahora' }).click();
    await expect(another.getByText('Esta página se guardó el')).toHaveCount(0);
  });

  await test.step('the public site has no worker, also in the browser of somebody who works in the admin area', async () => {
    // This site has no published content yet.
    expected.problem(/404/);
    for (const path of ['/', '/en/about']) {
      await another.goto(path);
      expect(await another.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    }
  });
});

test('in English, on a phone and in dark mode too, pages say what the device has', async ({ openAs }) => {
  const page = await openAs('Ana', '/en/admin/items/articles/ayuno');
  await page.setViewportSize({ width: 390, height: 844 });
  await changeSystemMode(page, 'dark');
  await waitUntilKept(page, '/en/admin/items/articles/ayuno');
  await page.goto('/en/admin/health');
  await waitUntilKept(page, '/en/admin/health');
  await page.context().setOffline(true);

  await test.step('a page from the device says when it was so', async () => {
    await page.reload();
    await hydrated(page);
    await expect(page.getByText(/^You are offline\. This page was kept on [A-Z]/)).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/en/admin/items/articles/ayuno');
    await expect(page.getByText('Offline: kept on this device', { exact: true })).toBeVisible();
    await expect(page.getByText(/^You are offline\. You can go on writing/)).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('a page that was never seen says so, and leads on', () =>
    expectToLeadOn(page, NEVER_SEEN.en, async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing is cut off').toBe(320);
    }));
});

test('what a device keeps is for who is signed in there', async ({ openAs, cookieOf, site }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const context = page.context();
  await waitUntilKept(page, ARTICLE_PATH);
  /** Without a sign-out: another session replaces the former one. */
  const enter = async (name: 'Ana' | 'Beto') => {
    const [cookie = '', value = ''] = (await cookieOf(name)).split('=');
    await context.addCookies([{ name: cookie, value, url: site.origin }]);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await waitUntilKept(page, '/admin');
  };

  await test.step('whoever comes after sees nothing of who was there before', async () => {
    await enter('Beto');
    await expect.poll(() => keptAddresses(page)).toEqual(['/admin']);
    await context.setOffline(true);
    await page.goto(ARTICLE_PATH);
    await expectOfflinePage(page, NEVER_SEEN.es);
    await context.setOffline(false);
  });

  await test.step('a session that was ended elsewhere leaves nothing once the site says so', async () => {
    await page.goto('/admin');
    await hydrated(page);
    const [session] = (await context.cookies()).filter(({ name }) => name === 'meki_session');
    await endSession(site.origin, `meki_session=${session?.value}`);
    await page.getByRole('navigation').getByRole('link', { name: 'Artículos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
    await expect.poll(() => keptAddresses(page)).toEqual([]);
  });

  await test.step('signing out in one window drops all, also for another that is still open', async () => {
    await enter('Ana');
    const other = await context.newPage();
    await other.goto(LIST);
    await waitUntilKept(other, LIST);
    await page.bringToFront();
    await page.getByRole('button', { name: /Ana Robles/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
    await expect.poll(() => keptAddresses(page)).toEqual([]);
    await context.setOffline(true);
    await other.reload();
    await expectOfflinePage(other, NEVER_SEEN.es);
    await page.goto('/admin');
    await expectOfflinePage(page, NEVER_SEEN.es);
    await context.setOffline(false);
    await other.close();
  });

  await test.step('a browser that was closed without being asked to keep one signed in shows nothing', async () => {
    await enter('Ana');
    const [mark] = (await context.cookies()).filter(({ name }) => name === 'meki_device');
    expect(mark?.expires, 'the mark ends with the browser, as the session does').toBe(-1);
    await context.clearCookies();
    await context.setOffline(true);
    await page.goto('/admin');
    await expectOfflinePage(page, NEVER_SEEN.es);
  });
});

async function savedWords(dataDir: string): Promise<string> {
  return ((await readItem(dataDir, 'ayuno')).languages.es?.body.content ?? []).map(nodeText).join('');
}

function endSession(origin: string, cookie: string): Promise<Response> {
  return fetch(`${origin}/admin/signout`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
}
