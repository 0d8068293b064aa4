import { test as accountSite, expect } from '../../helpers/accounts/account-site-test.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser, type PlainBrowser } from '../../helpers/requests/plain-browser.ts';
import type { PlainDocument } from '../../helpers/requests/plain-page.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

/** Tests of the lists of the sample site, as a browser without script sees them. */
const test = accountSite.extend<{ ana: PlainBrowser }>({
  accounts: { people: [{ ...ANA, role: 'owner' }] },
  hasSample: true,
  ana: async ({ site }, use) => use(createPlainBrowser(site.origin, await signInCookie(site.origin, ANA))),
});

const rows = (page: PlainDocument) => page.all('h3').map(({ text }) => text);
const results = (page: PlainDocument) => page.all('h2').map(({ text }) => text);
const mark = (page: PlainDocument, title: string) => page.field(`Seleccionar «${title}»`).check();
const choose = (page: PlainDocument, action: string) => page.field('Acción').check(action);

test('items are filtered, put away and brought back', async ({ ana, request }) => {
  const page = await ana.open('/admin/items/studies?tag=breast');
  expect(rows(page)).toEqual(['Mastografía']);
  mark(page, 'Mastografía');
  choose(page, 'Archivar');
  expect(results(await ana.press('Aplicar'))).toContain('Se archivó 1 contenido');
  expect(rows(ana.page)).toEqual([]);
  expect(results(await ana.press('Deshacer'))).toContain('Cambio deshecho en 1 contenido');
  expect(rows(ana.page)).toEqual(['Mastografía']);
  expect((await request.get('/estudios/mastografia', { maxRedirects: 0 })).status()).toBe(200);
});

test('nothing marked, and nothing chosen, are told', async ({ ana }) => {
  await ana.open('/admin/items/studies');
  expect((await ana.press('Aplicar')).one('alert').text).toContain('Elija qué hacer');
  expect(ana.status).toBe(422);
  choose(ana.page, 'Archivar');
  expect((await ana.press('Aplicar')).one('alert').text).toContain('No hay nada seleccionado');
});

test('a new item asks for its title, a question for its group too', async ({ ana }) => {
  await ana.open('/admin/items/faqs?new=');
  const page = await ana.press('Crear y escribir');
  expect([page.field('Pregunta').isInvalid, page.field('Grupo').isInvalid]).toEqual([true, true]);
});

test('a question is asked for with its answer and its group, and stands there', async ({ ana }) => {
  const form = await ana.open('/admin/items/faqs?new=');
  form.field('Pregunta').fill('¿Puedo ir con acompañante?');
  form.field('Respuesta').fill('Sí, con una persona.\n\nEspera en la sala.');
  form.field('Grupo').check('Durante el estudio');
  const written = await ana.press('Crear y escribir');
  expect(ana.address).toMatch(/^\/admin\/items\/faqs\/[0-9a-f-]{36}$/);
  expect(written.text).toContain('Espera en la sala.');
  const group = (await ana.open('/admin/items/faqs')).region('Durante el estudio');
  expect(group.all('h3').at(-1)?.text).toBe('¿Puedo ir con acompañante?');
});

test('what cannot be undone is asked about first', async ({ ana }) => {
  await ana.open('/admin/items/studies');
  mark(ana.page, 'Mastografía');
  choose(ana.page, 'Mover a la papelera');
  await ana.press('Aplicar');
  await ana.follow('Papelera');
  mark(ana.page, 'Mastografía');
  choose(ana.page, 'Eliminar para siempre');
  const page = await ana.press('Aplicar');
  expect(rows(page)).toContain('Mastografía');
  const done = await ana.press('Eliminar para siempre', page.one('alert'));
  expect(results(done)).toContain('Se eliminó 1 contenido para siempre');
  expect(rows(done)).toEqual([]);
});

test('a question moves down and up by its buttons', async ({ ana }) => {
  const [first = '', second = ''] = rows(await ana.open('/admin/items/faqs'));
  expect(rows(await ana.press(`Bajar «${first}»`)).slice(0, 2)).toEqual([second, first]);
  expect(rows(await ana.press(`Subir «${first}»`)).slice(0, 2)).toEqual([first, second]);
});
