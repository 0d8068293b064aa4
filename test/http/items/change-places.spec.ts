import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { answerAt, changeWater, exchange, rename, WATER, WATER_PATH } from '../../helpers/items/exchange.ts';
import { ARTICLE, ARTICLE_PATH, expect, test as itemSite } from '../../helpers/items/item-site-test.ts';
import { createPlainBrowser, type PlainBrowser } from '../../helpers/requests/plain-browser.ts';

/** The forms in a browser without script; `test/e2e` has them with script. */
const test = itemSite.extend<{ plain: PlainBrowser }>({
  plain: async ({ site, cookieOf }, use) => use(createPlainBrowser(site.origin, await cookieOf('Ana'))),
});

test.beforeEach(async ({ site }) => {
  await writeItems(site.dataDir, [WATER]);
});

const alertOf = (plain: PlainBrowser) => plain.page.one('alert').text;
const statusesOf = (plain: PlainBrowser) => plain.page.all('status').map(({ text }) => text);

test('two items exchange their addresses in one action', async ({ plain, publish, site }) => {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await exchange(site);
  await plain.open(`${ARTICLE_PATH}/publish`);
  expect(plain.page.text).toContain('«El agua antes del estudio» tiene todavía esa dirección');
  const spanish = plain.page.region('español');
  expect(spanish.target('Abrir «El agua antes del estudio»')).toBe(`${WATER_PATH}?language=es`);
  expect(plain.page.text).toContain('Se publica junto con otro contenido');
  expect(plain.page.whole.text).not.toContain('impide publicar');

  await test.step('what is to be published at its time says that two do not exchange their addresses then', async () => {
    await plain.press('Programar la publicación');
    expect(plain.status).toBe(422);
    expect(alertOf(plain)).toContain('A una hora programada no se publican juntos');
  });

  await test.step('both are published after a yes to what changes', async () => {
    await plain.open(`${ARTICLE_PATH}/publish`);
    await plain.press('Publicar');
    expect(alertOf(plain)).toContain('¿Publicar ambos juntos?');
    expect(alertOf(plain)).toContain('En español: deja /articulos/agua y pasa a /articulos/ayuno');
    expect(alertOf(plain)).toContain('En inglés: deja /en/articles/water y pasa a /en/articles/fasting');
    expect(plain.page.target('El agua antes del estudio')).toBe(WATER_PATH);
    expect(await answerAt(site, '/articulos/agua'), 'nothing happens before the yes').toBe('El agua antes del estudio');
    await plain.press('Publicar ambos juntos');
    expect(statusesOf(plain)).toContain('Publicados juntos. Cada uno está en su nueva dirección.');
    expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
    expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
    expect(await answerAt(site, '/en/articles/water')).toBe('Fasting before the exam');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');
  });

  await test.step('old addresses lead on in each language', async () => {
    await rename(site, 'ayuno', { es: 'ayuno-previo', en: 'fasting-first' });
    await publish(ARTICLE_PATH);
    expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/ayuno-previo');
    expect(await answerAt(site, '/en/articles/water')).toBe('301 /en/articles/fasting-first');
    expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
    await rename(site, 'agua', { es: 'hidratacion', en: 'hydration' });
    await publish(WATER_PATH);
    expect(await answerAt(site, '/articulos/ayuno')).toBe('301 /articulos/hidratacion');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('301 /en/articles/hydration');
    expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/ayuno-previo');
  });
});

test('what keeps the other from being public is told with its name, and neither moves', async ({
  plain,
  publish,
  site,
}) => {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await exchange(site);
  await changeWater(site, { title: '' });
  await plain.open(`${ARTICLE_PATH}/publish`);
  await plain.press('Publicar');
  expect(plain.status).toBe(422);
  expect(plain.page.target('«Water before the exam»: Falta el título.')).toBe(`${WATER_PATH}?language=es#field-title`);
  expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');

  // A warning is part of the same confirmation, which covers what was shown.
  await changeWater(site, { title: 'El agua antes del estudio', summary: '' });
  await plain.press('Publicar');
  expect(alertOf(plain)).toContain('¿Publicar ambos juntos?');
  expect(alertOf(plain)).toContain('«El agua antes del estudio»: Falta el resumen');
  await plain.press('Publicar ambos juntos');
  expect(statusesOf(plain)).toContain('Publicados juntos. Cada uno está en su nueva dirección.');
  expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
});

test('a list publishes both when both are marked, and neither when one is', async ({ plain, publish, site }) => {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await exchange(site);
  const apply = async (...titles: string[]) => {
    await plain.open('/admin/items/articles');
    for (const title of titles) plain.page.field(`Seleccionar «${title}»`).check();
    plain.page.field('Acción').check('Publicar');
    await plain.press('Aplicar');
  };
  await apply('El ayuno antes del estudio');
  expect(plain.page.text).toContain('No se publicó nada');
  expect(plain.page.text).toContain('Hay que corregir: otro contenido ya usa esa dirección.');
  await apply('El ayuno antes del estudio', 'El agua antes del estudio');
  expect(plain.page.text).toContain('Se publicaron 2 contenidos');
  expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
  expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');
  await plain.press('Deshacer');
  expect(plain.page.text).toContain('Cambio deshecho en 2 contenidos');
  expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');
  expect(await answerAt(site, '/en/articles/fasting')).toBe('Fasting before the exam');
});

test('an address that another item had is taken after a yes to whose it was', async ({ plain, publish, site }) => {
  await publish(WATER_PATH);
  await rename(site, 'agua', { es: 'beber', en: 'drink' });
  await publish(WATER_PATH);
  expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
  await rename(site, 'ayuno', { es: 'agua', en: 'fasting' });
  await plain.open(`${ARTICLE_PATH}/publish`);
  await plain.press('Publicar');
  const sentence = 'Esta dirección fue de «El agua antes del estudio»: sus enlaces antiguos llevarían entonces aquí.';
  const alert = plain.page.one('alert');
  expect(alert.text).toContain(sentence);
  expect(alert.target(sentence)).toMatch(/ayuno\?language=es#field-slug$/);
  expect(alert.target('Abrir «El agua antes del estudio»')).toBe(`${WATER_PATH}?language=es`);
  expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
  await plain.press('Publicar de todos modos');
  expect(statusesOf(plain)).toContain('Publicado.');
  expect(await answerAt(site, '/articulos/agua')).toBe(ARTICLE.languages.es?.title);
  expect(await answerAt(site, '/articulos/beber')).toBe('El agua antes del estudio');
});

test('the former address of a page of the team leads to where it is now', async ({ site, publish }) => {
  const text = { title: 'El equipo', slug: 'equipo', paragraphs: ['Somos nueve.'] };
  await writeItems(site.dataDir, [{ ...articleOf('team', { es: text }), type: 'pages' }]);
  await publish('/admin/items/pages/team', ['es']);
  await rename(site, 'team', { es: 'nuestro-equipo', en: '' });
  await publish('/admin/items/pages/team', ['es']);
  expect(await answerAt(site, '/equipo')).toBe('301 /nuestro-equipo');
  expect(await answerAt(site, '/nuestro-equipo')).toBe('El equipo');
});
