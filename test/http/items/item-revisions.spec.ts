import { rewriteArticle } from '../../helpers/data-folders/rewrite-article.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/plain-item-test.ts';
import type { PlainBrowser } from '../../helpers/requests/plain-browser.ts';
import type { PlainDocument, PlainPart } from '../../helpers/requests/plain-page.ts';
import { sendForm } from '../../helpers/requests/send-form.ts';

const REVISIONS = `${ARTICLE_PATH}/revisions`;
const SAVED = 'La versión quedó guardada.';
const RESTORED = /^El borrador dice otra vez lo que decía entonces\./;

/** The notice of what was done. */
const notice = (page: PlainDocument) => page.all('status').find(({ text }) => text !== '')?.text;
const entries = (page: PlainDocument) => page.region('Publicaciones y versiones').all('listitem');
const entryOf = (page: PlainDocument, text: string) => entries(page).filter((entry) => entry.text.includes(text));
const texts = (part: PlainPart, kind: string) => part.all(kind).map(({ text }) => text);
const compared = (page: PlainDocument, language: string) => page.region('Comparación').region(language);

async function saveVersion(browser: PlainBrowser, name: string): Promise<PlainDocument> {
  browser.page.field('Nombre de la versión').fill(name);
  return browser.press('Guardar la versión');
}

test('a version is saved, compared word by word, restored, and that is undone', async ({ openPlain, site }) => {
  const ana = await openPlain('Ana', REVISIONS);
  expect(ana.page.text).toContain('Aún no hay historial.');
  expect(notice(await saveVersion(ana, 'Antes de la junta'))).toBe(SAVED);
  await rewriteArticle(site.dataDir, 'No coma ocho horas antes.');
  const page = await ana.press('Comparar');
  const spanish = compared(page, 'español');
  expect(texts(spanish, 'deletion')).toEqual(['Quitado: seis']);
  expect(texts(spanish, 'insertion')).toEqual(['Nuevo: ocho']);
  expect(spanish.text).toContain('Un bloque igual');
  const shared = compared(page, 'Lo que comparten los idiomas');
  expect(texts(shared, 'insertion')).toEqual(['Nuevo: Dra. Robles', 'Nuevo: Preparación']);
  expect(compared(page, 'inglés').all('deletion')).toEqual([]);

  const question = (await ana.press('Restaurar «Antes de la junta»')).one('alert');
  expect(question.text).toContain('¿Restaurar esto en el borrador?');
  question.field('inglés').uncheck();
  expect(notice(await ana.press('Restaurar en el borrador'))).toMatch(RESTORED);
  const restored = await readItem(site.dataDir, 'ayuno');
  expect(JSON.stringify(restored.languages.es?.body)).toContain('No coma seis horas antes.');
  expect([restored.author, restored.tags]).toEqual([undefined, []]);
  expect(entryOf(ana.page, 'Borrador guardado antes de restaurar')).toHaveLength(1);

  await ana.press('Deshacer');
  expect(notice(await ana.press('Restaurar en el borrador'))).toMatch(RESTORED);
  const undone = await readItem(site.dataDir, 'ayuno');
  expect(JSON.stringify(undone.languages.es?.body)).toContain('No coma ocho horas antes.');
  expect([undone.author, undone.tags]).toEqual(['Dra. Robles', ['preparation']]);
});

test('what one action published is one entry, compared in both languages and restored in those that are chosen', async ({
  openPlain,
  site,
  publish,
}) => {
  await publish(ARTICLE_PATH);
  await rewriteArticle(site.dataDir, 'No coma ocho horas antes.');
  const ana = await openPlain('Ana', REVISIONS);
  const published = 'Publicación 1 en español e inglés';
  expect(entryOf(ana.page, 'Publicación')).toHaveLength(1);
  expect(entryOf(ana.page, published)[0]?.text).toContain('Ana Robles');
  const page = await ana.press('Comparar');
  expect(page.region('Comparación').text).toContain(published);
  expect(texts(compared(page, 'español'), 'insertion')).toEqual(['Nuevo: ocho']);
  expect(compared(page, 'inglés').text).toContain('Las dos dicen lo mismo.');

  const question = (await ana.press(`Restaurar ${published}`)).one('alert');
  question.field('inglés').uncheck();
  expect(question.field(/^También firma, temas, portada/).isChecked).toBe(true);
  expect(notice(await ana.press('Restaurar en el borrador'))).toMatch(RESTORED);
  const { languages, tags } = await readItem(site.dataDir, 'ayuno');
  expect(JSON.stringify(languages.es?.body)).toContain('No coma seis horas antes.');
  expect(tags).toEqual([]);
});

test('two actions are compared with each other, and by the address of one language of them as well', async ({
  openPlain,
  site,
  publish,
}) => {
  await publish(ARTICLE_PATH);
  await rewriteArticle(site.dataDir, 'No coma ocho horas antes.');
  const ana = await openPlain('Ana', `${ARTICLE_PATH}/publish`);
  for (const language of ['español', 'inglés']) ana.page.region(language).field(language).check();
  await ana.press('Publicar');
  expect(notice(await ana.press('Publicar de todos modos'))).toBe('Publicado.');
  await ana.open(REVISIONS);
  ana.page.field(/^Después : Publicación 2 en español/).check();
  ana.page.field(/^Antes : Publicación 1 en/).check();
  const page = await ana.press('Comparar');
  expect(texts(compared(page, 'español'), 'deletion')).toEqual(['Quitado: seis']);
  expect(page.field(/^Después : Publicación 2 en español/).isChecked).toBe(true);

  const byLanguage = await ana.open(`${REVISIONS}?from=revision:es:1&to=revision:es:2`);
  expect(texts(compared(byLanguage, 'español'), 'insertion')).toEqual(['Nuevo: ocho']);
  expect(texts(byLanguage.region('Comparación'), 'h3').map((name) => name.toLowerCase())).not.toContain('inglés');
  expect(byLanguage.field('Antes : Publicación 1 en español e inglés').isChecked).toBe(true);
});

test('links and marks are told in words, an item by its title', async ({ openPlain, site }) => {
  const ana = await openPlain('Ana', REVISIONS);
  await rewriteArticle(site.dataDir, [
    { type: 'text', text: 'No coma ' },
    { type: 'text', text: 'seis horas', marks: [{ type: 'link', attrs: { href: 'https://example.org/a' } }] },
    { type: 'text', text: ' antes.' },
  ]);
  await saveVersion(ana, 'Con enlace');
  await rewriteArticle(site.dataDir, [
    { type: 'text', text: 'No', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' coma ' },
    { type: 'text', text: 'seis horas', marks: [{ type: 'link', attrs: { href: 'item:ayuno' } }] },
    { type: 'text', text: ' antes.' },
  ]);
  const spanish = compared(await ana.press('Comparar'), 'español').text;
  expect(spanish).toContain('No (ahora en negrita)');
  const told = '(enlazaba a https://example.org/a, ahora a «El ayuno antes del estudio»)';
  expect(spanish).toContain(`seis horas ${told} antes.`);
  expect(spanish).not.toContain('Cambió la forma');
});

test('what the draft has no room for is told, and nothing of it is restored', async ({ openPlain, site }) => {
  const long = 'x'.repeat(600_000);
  const write = async (summaries: { es: string; en: string }) => {
    const item = await readItem(site.dataDir, 'ayuno');
    const { es, en } = item.languages;
    if (!es || !en) throw new Error('The article has both languages');
    const languages = { es: { ...es, summary: summaries.es }, en: { ...en, summary: summaries.en } };
    await writeItems(site.dataDir, [{ ...item, languages }]);
  };
  await write({ es: long, en: 'Short' });
  const ana = await openPlain('Ana', REVISIONS);
  await saveVersion(ana, 'Larga');
  await write({ es: 'Corto', en: long });
  const question = (await ana.press('Restaurar «Larga»')).one('alert');
  question.field('inglés').uncheck();
  const page = await ana.press('Restaurar en el borrador');
  expect(ana.status).toBe(409);
  expect(page.one('alert').text).toContain('En el borrador no cabe lo que quiere restaurar');
  expect((await readItem(site.dataDir, 'ayuno')).languages.es?.summary).toBe('Corto');
  expect(entryOf(page, 'Borrador guardado antes de restaurar')).toEqual([]);
});

test('a version without a name is refused, and one that is gone is told', async ({ openPlain }) => {
  const ana = await openPlain('Ana', REVISIONS);
  const page = await saveVersion(ana, '   ');
  expect([ana.status, page.field('Nombre de la versión').isInvalid]).toEqual([422, true]);
  expect(page.field('Nombre de la versión').description).toContain('Escriba un nombre');
  expect((await ana.open(`${REVISIONS}?from=saved-version:x&to=draft`)).one('alert').text).toBe(
    'Eso ya no está en el historial.',
  );
});

test('a translator saves versions and restores none', async ({ openPlain, cookieOf, site }) => {
  const tere = await openPlain('Tere', REVISIONS);
  const page = await saveVersion(tere, 'Del inglés');
  expect(notice(page)).toBe(SAVED);
  expect(page.buttons().filter((name) => name.startsWith('Restaurar'))).toEqual([]);
  const entry = page.field('Antes : «Del inglés»').value;
  expect(entry).not.toBe('');
  const headers = { cookie: await cookieOf('Tere'), origin: site.origin };
  const fields = { intent: 'restore', entry, languages: 'en', confirmed: 'yes' };
  expect((await sendForm(site.origin, REVISIONS, fields, { headers })).status).toBe(403);
});
