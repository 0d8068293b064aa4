import { linkingArticle, unlinkedArticle, untitledArticle, WATER } from '../../helpers/data-folders/faulty-articles.ts';
import { guideWith } from '../../helpers/data-folders/guide.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE, ARTICLE_PATH, expect, test, WORKERS } from '../../helpers/items/plain-item-test.ts';
import { PUBLISH } from '../../helpers/items/publishing-pages.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import type { PlainDocument } from '../../helpers/requests/plain-page.ts';
import { sendForm } from '../../helpers/requests/send-form.ts';

/** A future day, as the value of a date field. */
const DAY = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);

const card = (page: PlainDocument, language: string) => page.region(language).text;
/** The notice of what was done. */
const notice = (page: PlainDocument) => page.all('status').find(({ text }) => text !== '')?.text;
/** What an alert lists. */
const listed = (page: PlainDocument) =>
  page
    .one('alert')
    .all('listitem')
    .map(({ text }) => text);

test('an error blocks and leads to its place; nothing becomes public', async ({ openPlain, site, request }) => {
  await writeItems(site.dataDir, [untitledArticle('ayuno')]);
  const ana = await openPlain('Ana', PUBLISH);
  expect(card(ana.page, 'español')).toContain('Un error impide publicar');
  const page = await ana.press('Publicar');
  expect(ana.status).toBe(422);
  expect(page.one('alert').text).toContain('No se puede hacer todavía');
  expect(page.one('alert').target('Falta el título.')).toBe(`${ARTICLE_PATH}?language=es#field-title`);
  expect((await request.get('/en/articles/ayuno-en')).status()).toBe(404);
});

test('warnings ask, and a yes covers only those that were shown', async ({ openPlain, site, request }) => {
  await writeItems(site.dataDir, [unlinkedArticle('ayuno')]);
  const ana = await openPlain('Ana', PUBLISH);
  const asked = await ana.press('Publicar');
  expect(asked.one('alert').text).toContain('¿Publicar con estos avisos?');
  expect(listed(asked)).toEqual(['3 partes quedaron atrás respecto al original.', 'Faltan 2 partes por traducir.']);
  const item = await readItem(site.dataDir, 'ayuno');
  const { es } = item.languages;
  if (es) await writeItems(site.dataDir, [{ ...item, languages: { ...item.languages, es: { ...es, summary: '' } } }]);
  const again = await ana.press('Publicar de todos modos');
  expect(again.one('alert').text).toContain('Falta el resumen, que aparece en listas y buscadores.');
  expect(notice(await ana.press('Publicar de todos modos'))).toBe('Publicado.');
  expect((await request.get('/articulos/ayuno')).status()).toBe(200);
});

test('links to what is not public, and to an address where nothing stands, are told and do not keep it back', async ({
  openPlain,
  site,
  request,
}) => {
  await writeItems(site.dataDir, [linkingArticle('ayuno', ['item:agua', '/articulos/nada', '/articulos']), WATER]);
  const ana = await openPlain('Ana', PUBLISH);
  const asked = await ana.press('Publicar');
  expect(asked.one('alert').target('Abrir «El agua»')).toBe('/admin/items/articles/agua?language=es');
  expect(listed(asked)).toEqual([
    'Un enlace lleva a un contenido que no está publicado en ningún idioma: «El agua».Abrir «El agua»',
    'Un enlace lleva a una dirección del sitio donde no hay nada: /articulos/nada',
  ]);
  expect(notice(await ana.press('Publicar de todos modos'))).toBe('Publicado.');
  expect((await request.get('/articulos/ayuno')).status()).toBe(200);
});

test('taking a language off the site asks first', async ({ openPlain, publish, request }) => {
  await publish(ARTICLE_PATH);
  const ana = await openPlain('Ana', PUBLISH);
  ana.page.region('Retirar o archivar').field('español').uncheck();
  const asked = await ana.press('Retirar del sitio');
  expect(asked.one('alert').text).toContain('dejarán de ver: inglés');
  expect((await request.get('/en/articles/fasting')).status()).toBe(200);
  expect(notice(await ana.press('Sí, retirar del sitio'))).toBe('Retirado del sitio.');
  expect((await request.get('/en/articles/fasting')).status()).toBe(404);
  expect((await request.get('/articulos/ayuno')).status()).toBe(200);
});

test('a language is public since its first publication, whenever it was published last', async ({
  openPlain,
  site,
}) => {
  const ana = await openPlain('Ana', PUBLISH);
  await ana.press('Publicar');
  expect(card(ana.page, 'español')).toMatch(/Público desde el .*; publicó Ana Robles\./);
  const item = await readItem(site.dataDir, 'ayuno');
  const { es } = item.languages;
  if (!es) throw new Error('There is no Spanish text');
  const since = { firstPublishedAt: Date.UTC(2024, 0, 5, 18) };
  await writeItems(site.dataDir, [{ ...item, languages: { ...item.languages, es: { ...es, ...since } } }]);
  await ana.open(PUBLISH);
  expect(card(ana.page, 'español')).toMatch(/Público desde el 5 ene 2024.*Última publicación: el .*, de Ana Robles\./);
  await ana.open(`/en${PUBLISH}`);
  expect(card(ana.page, 'Spanish')).toMatch(/Public since Jan 5, 2024.*Last published .* by Ana Robles\./);
});

test('who comes second is told who did what, and nothing of theirs is lost', async ({ openPlain, site }) => {
  const [ana, beto] = [await openPlain('Ana', PUBLISH), await openPlain('Beto', PUBLISH)];
  expect(notice(await beto.press('Publicar'))).toBe('Publicado.');
  const page = await ana.press('Publicar');
  expect(ana.status).toBe(409);
  expect(page.one('alert').text).toContain('No se hizo nada, porque mientras tanto el contenido cambió.');
  expect(page.one('alert').text).toContain('Beto Luna publicó español e inglés (');
  expect(card(page, 'español')).toContain('publicó Beto Luna');
  const { languages } = await readItem(site.dataDir, 'ayuno');
  expect(languages.es).toMatchObject({ title: ARTICLE.languages.es?.title, revision: 1 });
});

test('an item is copied, moved to the trash and taken out again', async ({ openPlain }) => {
  const ana = await openPlain('Ana', PUBLISH);
  const copy = await ana.press('Duplicar');
  expect(copy.one('h1').text).toBe('Publicación: Copia de El ayuno antes del estudio');
  expect(card(copy, 'español')).toContain('Falta la dirección de la página.');
  await ana.press('Mover a la papelera');
  const trashed = await ana.press('Sí, mover a la papelera');
  expect(notice(trashed)).toContain('En la papelera.');
  expect(trashed.buttons()).not.toContain('Publicar');
  expect(notice(await ana.press('Restaurar de la papelera'))).toContain('Restaurado de la papelera.');
});

test('a link shows the draft to whoever has it until it is revoked', async ({ openPlain, site }) => {
  const ana = await openPlain('Ana', PUBLISH);
  expect(notice(await ana.press('Crear un enlace'))).toContain('Cópielo ahora');
  const { pathname } = new URL(ana.page.field('Enlace al borrador').value);
  const stranger = createPlainBrowser(site.origin);
  const spanish = await stranger.open(pathname);
  expect(Object.fromEntries(stranger.headers)).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
  expect(spanish.one('h1').text).toBe('El ayuno antes del estudio');
  await ana.press(/^Anular/);
  expect(notice(ana.page)).toBe('El enlace quedó anulado.');
  expect((await stranger.open(pathname)).text).toContain('Este enlace ya no muestra nada');
  expect(stranger.status).toBe(410);
});

test('a translator sees how things stand and can publish nothing', async ({ openPlain, cookieOf, site }) => {
  const { page } = await openPlain('Tere', PUBLISH);
  expect(card(page, 'español')).toContain('Borrador');
  for (const name of ['Publicar', 'Archivar', 'Programar la publicación', 'Duplicar', 'Mover a la papelera'])
    expect(page.buttons(), name).not.toContain(name);
  const share = page.region('Compartir el borrador');
  expect(share.all('label').map(({ text }) => text)).toContain('inglés');
  expect(share.all('label').map(({ text }) => text)).not.toContain('español');
  const before = await readItem(site.dataDir, 'ayuno');
  const headers = { cookie: await cookieOf('Tere'), origin: site.origin };
  const intents = ['publish', 'schedule-publish', 'unpublish', 'archive', 'duplicate', 'trash', 'share', 'cancel'];
  for (const intent of intents) {
    const fields = { intent, languages: 'es', confirmed: 'yes', days: '7', date: DAY, time: '09:00' };
    expect((await sendForm(site.origin, PUBLISH, fields, { headers })).status, intent).toBe(403);
  }
  expect(await readItem(site.dataDir, 'ayuno')).toEqual(before);
});

test('two publications sent at the same moment are one, and the other is told', async ({ openPlain, site }) => {
  const two = [await openPlain('Ana', PUBLISH), await openPlain('Beto', PUBLISH)];
  await Promise.all(two.map((browser) => browser.press('Publicar')));
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  const told = two.find(({ status }) => status === 409)?.page.one('alert').text ?? '';
  expect(Object.values(WORKERS).some(({ name }) => told.includes(`${name} publicó español`))).toBe(true);
  expect((await readItem(site.dataDir, 'ayuno')).languages.es?.revision).toBe(1);
});

test('an empty block of a translation is warned of, and no part of the page', async ({ openPlain, site, request }) => {
  await writeItems(site.dataDir, [guideWith('guia', 'Come early.', '', 'Drink water.')]);
  const ana = await openPlain('Ana', '/admin/items/articles/guia/publish');
  await ana.press('Publicar');
  expect(notice(await ana.press('Publicar de todos modos'))).toBe('Publicado.');
  const published = await (await request.get('/en/articles/guide')).text();
  expect(published).toContain('Come early.');
  expect(published).not.toMatch(/<p[^>]*><\/p>/);
});
