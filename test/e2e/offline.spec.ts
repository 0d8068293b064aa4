import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { keptAddresses, waitUntilKept } from '../helpers/kept-pages.ts';
import { readItem } from '../helpers/write-items.ts';

const OFFLINE = 'Sin conexión: guardado en este dispositivo';
const LIST = '/admin/items/articles';

test.beforeEach(({ expected }) =>
  expected.problem(
    /WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|build manifest could not be fetched|favicon|answer 503|status of 503/,
  ),
);

const kept = (page: Page) => page.getByRole('status').filter({ hasText: /^Sin conexión\. / });

for (const away of ['the network is lost', 'the server is down'] as const) {
  test(`while ${away}, a reloaded editor shows the words of the device, and what is typed then is merged`, async ({
    openAs,
    site,
  }) => {
    const page = await openAs('Ana', '/admin');
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
    await page.reload();

    await expect(paragraph).toHaveText('No coma seis horas antes. Antes de recargar.');
    await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
    await expect(kept(page)).toContainText('puede seguir escribiendo');
    await editor.caretAtEnd(paragraph);
    await page.keyboard.type(' Después.');
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
}

test('pages that were visited open as last seen, by their address and by their links, and say so', async ({ openAs }) => {
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
  await expect(kept(another)).toContainText('Así estaba esta página el');
  await expectNoViolations(another);
  await another.getByRole('link', { name: 'Tablero' }).first().click();
  await expect(another.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
  await expect(kept(another)).toContainText('Así estaba esta página el');

  await page.context().setOffline(false);
  await expect(another.getByText('La conexión volvió. Así estaba esta página el')).toBeVisible();
  await another.getByRole('button', { name: 'Ver cómo está ahora' }).click();
  await expect(another.getByText('Así estaba esta página el')).toHaveCount(0);
});
