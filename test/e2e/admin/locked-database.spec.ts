import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from '../../helpers/accounts/account-test.ts';
import { WORDS } from '../../helpers/accounts/account-words.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { sendsForm } from '../../helpers/requests/sends-form.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const SENTENCE = /No se pudo completar: por ahora el servidor no puede guardar datos\. Lo que escribió sigue aquí/;
const NO_ACCOUNTS = 'No pudimos comunicarnos con el servicio de cuentas.';
const NEW_ITEM = '/admin/items/articles?new=';

test.use({
  accounts: { people: [{ ...ANA, role: 'owner' }] },
  expectedErrors: /"level":"(warn|error)"/,
});

/** Presses a button. @returns the response to its form */
async function send(page: Page, button: string) {
  const answered = page.waitForResponse((response) => sendsForm(response.request()));
  await page.getByRole('button', { name: button, exact: true }).click();
  return answered;
}

test('while another process keeps the database locked, pages are there, and forms keep what was typed', async ({
  page,
  pages,
  site,
  expected,
}) => {
  expected.problem(/\b503\b/);
  const token = (await site.meki('token', 'create', '--role', 'editor', '--name', 'Sync')).trim();
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${site.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const item = { type: 'articles', sourceLanguage: 'es', languages: { es: { title: 'De un programa' } } };
  const title = page.getByLabel('Título', { exact: true });

  // One is signed in, with script and without; the other wants to.
  await pages.enter(ANA);
  const plain = createPlainBrowser(site.origin, await signInCookie(site.origin, ANA));
  const plainOut = createPlainBrowser(site.origin);
  await plainOut.open('/admin/signin');
  const other = new DatabaseSync(join(site.dataDir, 'meki.sqlite'), { timeout: 10_000 });
  try {
    other.exec('BEGIN IMMEDIATE');
    await pages.open(NEW_ITEM);
    await plain.open(NEW_ITEM);
    expect([plain.status, (await fetch(`${site.origin}/articulos`)).status]).toEqual([200, 200]);
    expect((await ask('GET', '/items')).status).toBe(200);

    await title.fill('Resonancia o tomografía');
    plain.page.field('Título').fill('Resonancia o tomografía');
    plainOut.page.field(WORDS.es.email).fill(ANA.email);
    plainOut.page.field(WORDS.es.password).fill(ANA.password);
    // All at once: each waits for the lock as long as the server does.
    const [written, refused] = await Promise.all([
      send(page, 'Crear y escribir'),
      ask('POST', '/items', item),
      plain.press('Crear y escribir'),
      plainOut.press(WORDS.es.signIn.submit),
    ]);

    await test.step('a form keeps what was typed', async () => {
      expect([written.status(), written.headers()['retry-after']]).toEqual([503, '5']);
      await expect(page.getByText(SENTENCE).first()).toBeVisible();
      await expect(title).toHaveValue('Resonancia o tomografía');
      expect([plain.status, plain.page.field('Título').value]).toEqual([503, 'Resonancia o tomografía']);
      expect(plain.page.text).toMatch(SENTENCE);
    });

    await test.step('who signs in meanwhile is told, and keeps the email', async () => {
      expect([plainOut.status, plainOut.headers.get('retry-after')]).toEqual([503, '5']);
      expect(plainOut.page.field(WORDS.es.email).value).toBe(ANA.email);
      expect(plainOut.page.text).toContain(NO_ACCOUNTS);
    });

    await test.step('a program reads meanwhile, and hears when to write again', async () => {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
      expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' });
    });
  } finally {
    other.exec('COMMIT');
    other.close();
  }

  await test.step('afterwards, all can be sent again', async () => {
    await page.getByRole('button', { name: 'Crear y escribir' }).click();
    await expect(page).toHaveURL(/\/admin\/items\/articles\/[0-9a-f-]{36}$/);
    await plain.press('Crear y escribir');
    expect(plain.address).toMatch(/\/admin\/items\/articles\/[0-9a-f-]{36}$/);
    expect((await ask('POST', '/items', item)).status).toBe(201);
  });
});
