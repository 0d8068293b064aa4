import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page, test } from '@playwright/test';
import { ANA } from '../helpers/account-pages.ts';
import { createAccounts } from '../helpers/create-accounts.ts';
import { hydrated } from '../helpers/hydrated.ts';
import { sendsForm } from '../helpers/sends-form.ts';
import { type RunningSite, startSite } from '../helpers/start-site.ts';

const SENTENCE = /No se pudo completar: por ahora el servidor no puede guardar datos\. Lo que escribió sigue aquí/;

let site: RunningSite;
let other: DatabaseSync;
let token = '';
test.beforeAll(async () => {
  site = await startSite({ MEKI_SAMPLE: 'false' }, (dataDir) => createAccounts(dataDir, [{ ...ANA, role: 'owner' }]));
  token = (await site.meki('token', 'create', '--role', 'editor', '--name', 'Sync')).trim();
  other = new DatabaseSync(join(site.dataDir, 'meki.sqlite'), { timeout: 10_000 });
});
test.afterEach(() => {
  if (other.isTransaction) other.exec('COMMIT');
});
test.afterAll(async () => {
  other.close();
  await site.stop();
});

/** Takes the write lock like another process. */
const lock = () => other.exec('BEGIN IMMEDIATE');
const unlock = () => other.exec('COMMIT');

async function signIn(page: Page): Promise<void> {
  await page.goto(`${site.origin}/admin/signin`);
  await page.getByLabel('Correo').fill(ANA.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(ANA.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(`${site.origin}/admin`);
}

/** The response to the form submitted by a button. */
async function sending(page: Page, button: string) {
  const answered = page.waitForResponse((response) => sendsForm(response.request()));
  await page.getByRole('button', { name: button, exact: true }).click();
  return answered;
}

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('while another process keeps the database locked, pages are there, and a form keeps what was typed', async ({
      page,
    }) => {
      await signIn(page);
      lock();
      expect((await page.goto(`${site.origin}/admin/items/articles?new=`))?.status()).toBe(200);
      expect((await page.request.get(`${site.origin}/articulos`)).status()).toBe(200);
      if (javaScriptEnabled) await hydrated(page);
      const title = page.getByLabel('Título', { exact: true });
      await title.fill('Resonancia o tomografía');
      const answer = await sending(page, 'Crear y escribir');
      expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '5']);
      await expect(page.getByText(SENTENCE).first()).toBeVisible();
      await expect(title).toHaveValue('Resonancia o tomografía');
      unlock();
      await page.getByRole('button', { name: 'Crear y escribir' }).click();
      await expect(page).toHaveURL(/\/admin\/items\/articles\/[0-9a-f-]{36}$/);
    });

    test('who signs in meanwhile is told, and keeps the email', async ({ page }) => {
      await page.goto(`${site.origin}/admin/signin`);
      if (javaScriptEnabled) await hydrated(page);
      lock();
      await page.getByLabel('Correo').fill(ANA.email);
      await page.getByLabel('Contraseña', { exact: true }).fill(ANA.password);
      const answer = await sending(page, 'Entrar');
      expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '5']);
      await expect(page.getByText('No pudimos comunicarnos con el servicio de cuentas.').first()).toBeVisible();
      await expect(page.getByLabel('Correo')).toHaveValue(ANA.email);
    });
  });
}

test('a program reads meanwhile, and hears when to write again', async () => {
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${site.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const item = { type: 'articles', sourceLanguage: 'es', languages: { es: { title: 'De un programa' } } };
  lock();
  expect((await ask('GET', '/items')).status).toBe(200);
  const refused = await ask('POST', '/items', item);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' });
  unlock();
  expect((await ask('POST', '/items', item)).status).toBe(201);
});
