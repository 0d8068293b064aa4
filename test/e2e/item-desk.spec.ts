import type { Page, Route } from '@playwright/test';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import { sendsForm } from '../helpers/sends-form.ts';
import { articleOf, readItem, writeItems } from '../helpers/write-items.ts';

const titleOf = (page: Page) => page.getByLabel('Título', { exact: true }).first();

test('what is being written is published from where it is written, and seen beside it', async ({ openAs, request }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const title = page.getByLabel('Título', { exact: true }).first();
  await expect(title).toHaveValue('El ayuno antes del estudio');
  await page.getByRole('button', { name: 'Vista previa' }).click();
  const aside = page.getByRole('complementary', { name: 'Vista previa' });
  const draft = aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 });
  await expect(draft).toHaveText('El ayuno antes del estudio');
  await title.fill('El ayuno, paso a paso');
  await expect(draft).toHaveText('El ayuno, paso a paso');
  await aside.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: 'Vista previa' })).toBeFocused();

  await title.fill('El ayuno, en breve');
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('button', { name: 'Publicar de todos modos' }).click();
  await expect(sheet.getByText('Publicado.', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'español', exact: true })).toContainText('publicó Ana Robles');
  expect(await (await request.get('/articulos/ayuno')).text()).toContain('El ayuno, en breve');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Publicar…' })).toBeFocused();
});

test('an action that waits for what was written is not done once the sheet was closed', async ({ openAs, context }) => {
  const held: (() => void)[] = [];
  let isHeld = false;
  await context.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => (isHeld ? void held.push(() => server.send(message)) : server.send(message)));
  });
  const page = await openAs('Ana', ARTICLE_PATH);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (sendsForm(request)) sent.push(request.url());
  });
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await expect(sheet.getByRole('button', { name: 'Duplicar' })).toBeVisible();
  isHeld = true;
  // Simulates input from elsewhere on the page, such as dictation: the sheet keeps the focus.
  await titleOf(page).evaluate((field) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, 'El ayuno, mientras tanto');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await sheet.getByRole('button', { name: 'Duplicar' }).click();
  await expect(sheet.getByRole('status').filter({ hasText: /^Esperando a que lo escrito/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  isHeld = false;
  for (const send of held) send();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await expect(sheet.getByRole('button', { name: 'Duplicar' })).toBeVisible();
  expect(sent).toEqual([]);
  await expect(page).toHaveURL(new RegExp(`${ARTICLE_PATH}$`));
});

test('what the checks found is led to in the text, for which the sheet makes way', async ({
  openAs,
  site,
  expected,
}) => {
  expected.problem(/422/);
  const { es, ...others } = ARTICLE.languages;
  if (!es) throw new Error('The article has a Spanish text');
  const [first, second] = es.body.content ?? [];
  if (!first || !second) throw new Error('The article has two paragraphs');
  const heading = { ...second, type: 'heading', attrs: { ...second.attrs, level: 4 } };
  const body = { ...es.body, content: [first, heading] };
  await writeItems(site.dataDir, [{ ...ARTICLE, languages: { ...others, es: { ...es, title: '', body } } }]);
  const page = await openAs('Ana', ARTICLE_PATH);
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  const text = page.getByRole('textbox', { name: 'Texto en español' });
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await sheet.getByRole('link', { name: 'Un encabezado se salta un nivel.' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(text).toBeFocused();
  await page.keyboard.type('Mejor ');
  await expect(text.getByRole('heading')).toHaveText('Mejor Beba agua.');

  await page.getByRole('button', { name: 'Publicar…' }).click();
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('alert').getByRole('link', { name: 'Falta el título.' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(titleOf(page)).toBeFocused();
});

test('a check of what the languages share opens where that is written', async ({ openAs, site }) => {
  const texts = { es: { title: 'Tomografía', slug: 'tomografia', paragraphs: ['Dura poco.'] } };
  await writeItems(site.dataDir, [{ ...articleOf('tac', texts), type: 'studies' }]);
  const page = await openAs('Ana', '/admin/items/studies/tac');
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('link', { name: 'Falta «Duración».' }).click();
  const shared = page.getByRole('dialog', { name: 'Datos y portada' });
  await expect(sheet).toHaveCount(0);
  await expect(shared.getByLabel('Duración')).toBeFocused();
  await page.keyboard.type('20');
  await expect(shared.getByText('Este dato es obligatorio.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(shared).toHaveCount(0);
  await page.getByRole('button', { name: 'Datos y portada' }).click();
  await expect(shared.getByLabel('Modalidad')).toBeFocused();
});

test('once it is public, the desk says so, and the address stays behind the title', async ({ openAs, site }) => {
  const { es, en } = ARTICLE.languages;
  if (!es || !en) throw new Error('The article has both languages');
  const draft = { ...es, slug: 'el-ayuno-antes-del-estudio' };
  await writeItems(site.dataDir, [{ ...ARTICLE, languages: { es: draft, en } }]);
  const page = await openAs('Ana', ARTICLE_PATH);
  const column = page.locator('[data-column="es"]');
  await expect(column.getByText('Esta dirección está libre.')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(sheet.getByText('Publicado.', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(column.getByText('Original · Publicado')).toBeVisible();
  await expect(column.getByText('Es la dirección publicada.')).toBeVisible();
  await titleOf(page).fill('El ayuno antes de un estudio');
  await expect(column.getByLabel('Dirección')).toHaveValue('el-ayuno-antes-del-estudio');
});

test('what is moved to the trash beside its text is shown there, and restored from beside its text too', async ({
  openAs,
  site,
}) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await sheet.getByRole('button', { name: 'Mover a la papelera' }).click();
  await sheet.getByRole('button', { name: 'Sí, mover a la papelera' }).click();
  await expect(page.getByRole('main').getByText(/^En la papelera\. Durante/)).toBeFocused();
  expect((await readItem(site.dataDir, ARTICLE.id)).trashedAt).toBeDefined();

  await page.getByRole('link', { name: 'Texto', exact: true }).click();
  await expect(page.getByText('Este contenido está en la papelera y no se puede editar.')).toBeVisible();
  for (const name of ['Publicar…', 'Vista previa', 'Datos y portada']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Restaurar…' }).click();
  const trash = page.getByRole('dialog', { name: 'Papelera' });
  await expect(trash.getByText(/^Está en la papelera desde/)).toBeVisible();
  await expect(trash.getByRole('region')).toHaveCount(1);
  await trash.getByRole('button', { name: 'Restaurar de la papelera' }).click();
  await expect(page.getByRole('main').getByText(/^Restaurado de la papelera\./)).toBeFocused();
  expect((await readItem(site.dataDir, ARTICLE.id)).trashedAt).toBeUndefined();
  await page.getByRole('link', { name: 'Texto', exact: true }).click();
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await titleOf(page).fill('El ayuno, otra vez');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
});

test('what the server answers instead of what was asked for breaks nothing, and says why', async ({
  openAs,
  expected,
}) => {
  expected.problem(/500|403/);
  const page = await openAs('Ana', ARTICLE_PATH);
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  const publish = sheet.getByRole('button', { name: 'Publicar', exact: true });
  const told = (text: RegExp) => sheet.getByRole('status').filter({ hasText: text });
  await expect(publish).toBeVisible();
  for (const [status, text] of [
    [500, /^El servidor no respondió/],
    [403, /^Su cuenta no tiene permiso/],
  ] as const) {
    const json = { statusCode: status, message: 'Internal server error' };
    await page.route('**/publish/panel', (route) => route.fulfill({ status, json }));
    await publish.click();
    await expect(told(text)).toBeVisible();
    await page.unroute('**/publish/panel');
  }
  await page.context().clearCookies();
  await publish.click();
  await expect(told(/^Su sesión terminó\. Lo que escribió sigue aquí/)).toBeVisible();
  await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
});

test('the preview beside the text says that it loads', async ({ openAs }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  const held: Route[] = [];
  await page.route('**/preview/panel?*', (route) => void held.push(route));
  await page.getByRole('button', { name: 'Vista previa' }).click();
  const aside = page.getByRole('complementary', { name: 'Vista previa' });
  await expect(aside.getByRole('status')).toHaveText('Cargando…');
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await expect(aside.getByText('Cargando…')).toHaveCount(0);
  await expect(aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 })).toBeVisible();
});

test('an item that is opened from another one is the one that is written', async ({ openAs, site }) => {
  const es = { title: 'La radiación diaria', slug: 'radio', paragraphs: ['Hay radiación en todas partes.'] };
  await writeItems(site.dataDir, [articleOf('radio', { es })]);
  const page = await openAs('Ana', ARTICLE_PATH);
  await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
  await page.keyboard.press('Control+k');
  await expect(async () => {
    await page.getByRole('combobox').fill('');
    await page.getByRole('combobox').fill('radiación');
    await expect(page.getByRole('option', { name: /^La radiación diaria/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('option', { name: /^La radiación diaria/ }).click();
  await expect(page).toHaveURL(/\/admin\/items\/articles\/radio$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La radiación diaria');
  await expect(page).toHaveTitle(/La radiación diaria/);
  await expect(titleOf(page)).toHaveValue('La radiación diaria');
  await titleOf(page).fill('La radiación de cada día');
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
  await page.goto(ARTICLE_PATH);
  await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
});

test.describe('without a network', () => {
  const UNSAVED = 'Lo último que escribió aún no llega al servidor. Publique cuando arriba diga «Guardado».';
  const FAILED = /^El servidor no respondió\. Lo que escribió sigue aquí/;
  const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Publicación' });
  const publish = (page: Page) => sheetOf(page).getByRole('button', { name: 'Publicar', exact: true });

  test.beforeEach(({ expected }) =>
    expected.problem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|build manifest could not be fetched/),
  );

  test('publishing and the preview wait until they can be shown, and the text stays', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await titleOf(page).fill('Escrito sin red');
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(sheetOf(page).getByRole('alert')).toHaveText(UNSAVED);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vista previa' }).click();
    const aside = page.getByRole('complementary', { name: 'Vista previa' });
    await expect(aside.getByRole('alert')).toHaveText(FAILED);
    await expect(titleOf(page)).toHaveValue('Escrito sin red');

    await page.context().setOffline(false);
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible();
    await aside.getByRole('button', { name: 'Intentar de nuevo' }).click();
    const draft = aside.frameLocator('iframe[aria-hidden=false]').getByRole('heading', { level: 1 });
    await expect(draft).toHaveText('Escrito sin red');
    await aside.getByRole('button', { name: 'Cerrar' }).click();
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(publish(page)).toBeVisible();
  });

  test('a form of the sheet that is not answered changes nothing of the page', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await expect(publish(page)).toBeVisible();
    await page.route('**/publish/panel', (route) => route.abort());
    await publish(page).click();
    await expect(sheetOf(page).getByRole('status').filter({ hasText: FAILED })).toBeVisible();
    await page.unroute('**/publish/panel');
    await publish(page).click();
    await expect(sheetOf(page).getByText('Publicado.', { exact: true })).toBeVisible();
    await expect(titleOf(page)).toHaveValue('El ayuno antes del estudio');
  });

  test('a copy that is made in the sheet is shown', async ({ openAs }) => {
    const page = await openAs('Ana', ARTICLE_PATH);
    await page.getByRole('button', { name: 'Publicar…' }).click();
    await sheetOf(page).getByRole('button', { name: 'Duplicar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Copia de El ayuno antes del estudio');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the ways to publishing, versions and the preview are there', async ({ openAs }) => {
    const page = await openAs('Tere', ARTICLE_PATH);
    const tabs = page.getByRole('navigation', { name: 'Partes del contenido' });
    await expect(tabs.getByRole('link')).toHaveText(['Texto', 'Publicación', 'Historial', 'Vista previa']);
    await expect(tabs.getByRole('link', { name: 'Texto' })).toHaveAttribute('aria-current', 'page');
    await tabs.getByRole('link', { name: 'Historial' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial: El ayuno antes del estudio');
  });
});
