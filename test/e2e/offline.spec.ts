import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { keptAddresses, waitUntilKept, waitUntilWordsAreKept } from '../helpers/kept-pages.ts';
import { changeSystemMode } from '../helpers/system-mode.ts';
import { readItem } from '../helpers/write-items.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'Sin conexión: guardado en este dispositivo';
const LIST = '/admin/items/articles';

test.beforeEach(({ expected }) =>
  expected.problem(
    /WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_\w+|ERR_FAILED|build manifest could not be fetched|favicon|answer 503|status of 503/,
  ),
);

const kept = (page: Page) => page.getByRole('status').filter({ hasText: /^Sin conexión\. / });

for (const away of ['the network is lost', 'the server is down'] as const) {
  test.describe(away, () => {
    test.use({ ownProcess: away === 'the server is down' });

    test(`while ${away}, a reloaded editor shows the words of the device, and what is typed then is merged`, async ({
      openAs,
      site,
    }) => {
      const page = await openAs('Ana');
      const editor = createEditorPage(page);
      await editor.open('articles/ayuno');
      await waitUntilKept(page, ARTICLE_PATH);
      const leave = () => (away === 'the server is down' ? site.kill() : page.context().setOffline(true));
      const comeBack = () => (away === 'the server is down' ? site.restart() : page.context().setOffline(false));

      await leave();
      await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
      const paragraph = editor.text('español').locator('p').first();
      await editor.caretAtEnd(paragraph);
      await page.keyboard.type(' Antes de recargar.');
      await waitUntilWordsAreKept(page);
      await page.reload();

      await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar.');
      await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
      await expect(kept(page)).toContainText('Puede seguir escribiendo');
      await editor.caretAtEnd(paragraph);
      await page.keyboard.type(' Después.');
      await waitUntilWordsAreKept(page);
      await page.reload();
      await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar. Después.');

      await comeBack();
      await editor.expectSaved();
      await expect(page.getByText('La conexión volvió y sus textos se envían solos.')).toBeVisible();
      await expect
        .poll(async () => JSON.stringify((await readItem(site.dataDir, 'ayuno')).languages.es?.body))
        .toContain('No coma seis horas antes. Antes de recargar. Después.');
      await page.getByRole('button', { name: 'Ver cómo está ahora' }).click();
      await expect(page.getByRole('button', { name: 'Ver cómo está ahora' })).toHaveCount(0);
      await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar. Después.');
    });
  });
}

test('pages that were visited open as last seen, by their address and by their links, and say so', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Artículos' }).click();
  await expect(page).toHaveURL(LIST);
  await waitUntilKept(page, LIST);
  await page.context().setOffline(true);

  const another = await page.context().newPage();
  await another.goto(LIST);
  await hydrated(another);
  await expect(another.getByRole('link', { name: 'El ayuno antes del estudio' })).toBeVisible();
  await expect(kept(another)).toContainText('Esta página se guardó el');
  await expectNoViolations(another);
  await another.getByRole('link', { name: 'Tablero' }).first().click();
  await expect(another.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  await expect(kept(another)).toContainText('Esta página se guardó el');

  await page.context().setOffline(false);
  await expect(another.getByText('La conexión volvió. Esta página se guardó el')).toBeVisible();
  await another.getByRole('button', { name: 'Ver cómo está ahora' }).click();
  await expect(another.getByText('Esta página se guardó el')).toHaveCount(0);
});

/** Each language has a mode; messages and colours do not depend on each other. */
const NEVER_SEEN = {
  es: {
    colorScheme: 'light',
    path: '/admin/health',
    title: 'Sin conexión',
    again: 'Intentar de nuevo',
    dashboard: 'Ir al tablero',
    language: 'es-MX',
  },
  en: {
    colorScheme: 'dark',
    path: '/en/admin/health',
    title: 'No connection',
    again: 'Try again',
    dashboard: 'Go to the dashboard',
    language: 'en-US',
  },
} as const;

for (const [code, words] of Object.entries(NEVER_SEEN)) {
  test(`a page that was never seen says so in ${code}, in ${words.colorScheme} mode, and leads on`, async ({
    openAs,
  }) => {
    const page = await openAs('Ana', '/admin');
    await page.emulateMedia({ colorScheme: words.colorScheme });
    await waitUntilKept(page, '/admin');
    await page.context().setOffline(true);
    await page.goto(words.path);
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', words.language);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing is cut off').toBe(320);

    await page.getByRole('link', { name: words.again }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: words.again }).click();
    await expect(page).toHaveURL(words.path);
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toHaveCount(0);
  });
}

test('in English, on a phone and in dark mode too, a page from the device says when it was so', async ({ openAs }) => {
  const page = await openAs('Ana', '/en/admin/items/articles/ayuno');
  await page.setViewportSize({ width: 390, height: 844 });
  await changeSystemMode(page, 'dark');
  await waitUntilKept(page, '/en/admin/items/articles/ayuno');
  await page.goto('/en/admin/health');
  await waitUntilKept(page, '/en/admin/health');
  await page.context().setOffline(true);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(/^You are offline\. This page was kept on [A-Z]/)).toBeVisible();
  await expectNoViolations(page);
  await page.goto('/en/admin/items/articles/ayuno');
  await expect(page.getByText('Offline: kept on this device', { exact: true })).toBeVisible();
  await expect(page.getByText(/^You are offline\. You can go on writing/)).toBeVisible();
  await expectNoViolations(page);
});

test('a link to a page that was never seen leads to the page that says so, and Back to what was there', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Artículos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
  await expect(page).toHaveURL(LIST);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
});

test('signing out in one window drops all that the device keeps, also for another that is still open', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  const other = await page.context().newPage();
  await other.goto(LIST);
  await waitUntilKept(other, LIST);

  await page.getByRole('button', { name: /Ana Robles/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await expect.poll(() => keptAddresses(page)).toEqual([]);

  await page.context().setOffline(true);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
});

test('a session that was ended elsewhere leaves nothing on the device once the site says so', async ({
  openAs,
  cookieOf,
  site,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'meki_session');
  await endSession(site.origin, `meki_session=${session?.value}`);
  expect(await cookieOf('Ana'), 'she may sign in again').toContain('meki_session');
  await page.getByRole('navigation').getByRole('link', { name: 'Artículos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await expect.poll(() => keptAddresses(page)).toEqual([]);
});

test('whoever comes after on the same device sees nothing of who was there before', async ({
  openAs,
  cookieOf,
  site,
}) => {
  const page = await openAs('Ana');
  await page.goto(ARTICLE_PATH);
  await waitUntilKept(page, ARTICLE_PATH);
  // Without a sign-out: another session replaces the first one.
  const [name = '', value = ''] = (await cookieOf('Beto')).split('=');
  await page.context().addCookies([{ name, value, url: site.origin }]);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: /Beto/ })).toBeVisible();
  await waitUntilKept(page, '/admin');
  await expect.poll(() => keptAddresses(page)).toEqual(['/admin']);
  await page.context().setOffline(true);
  await page.goto(ARTICLE_PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
});

test('a browser that was closed without being asked to keep one signed in shows nothing of the device', async ({
  openAs,
}) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  const [mark] = (await page.context().cookies()).filter(({ name }) => name === 'meki_device');
  expect(mark?.expires, 'the mark ends with the browser, as the session does').toBe(-1);
  await page.context().clearCookies();
  await page.context().setOffline(true);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
});

test('pages of people, of the own account and with a draft in a frame are not kept', async ({ openAs }) => {
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  for (const path of ['/admin/account', `${ARTICLE_PATH}/preview`, `${LIST}?new=`]) {
    await page.goto(path);
    await hydrated(page);
  }
  await page.goto(LIST);
  await waitUntilKept(page, LIST);
  expect(await keptAddresses(page)).toEqual(['/admin', LIST]);
});

test('the public site has no worker, also in the browser of somebody who works in the admin area', async ({
  openAs,
  expected,
}) => {
  // This site has no published content yet.
  expected.problem(/404/);
  const page = await openAs('Ana', '/admin');
  await waitUntilKept(page, '/admin');
  const visitor = await page.context().newPage();
  for (const path of ['/', '/en/about', '/faq']) {
    await visitor.goto(path);
    expect(await visitor.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  }
});

function endSession(origin: string, cookie: string): Promise<Response> {
  return fetch(`${origin}/admin/signout`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
}
