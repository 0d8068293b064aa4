import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE, ARTICLE_PATH, expect, test as itemSite } from '../../helpers/items/item-site-test.ts';
import { answerAt, rename, swapDrafts, WATER, WATER_PATH } from '../../helpers/items/two-articles.ts';
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

test('an address that another public item has is refused with its name and a link to it', async ({
  plain,
  publish,
  site,
}) => {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await swapDrafts(site);
  const sentence = '«El agua antes del estudio» ya tiene esa dirección. Elija otra.';
  const open = 'Abrir «El agua antes del estudio»';

  await test.step('the panel says so before anybody asks, and to whoever publishes or schedules', async () => {
    await plain.open(`${ARTICLE_PATH}/publish`);
    const spanish = plain.page.region('español');
    expect(spanish.text).toContain(sentence);
    expect(spanish.target(open)).toBe(`${WATER_PATH}?language=es`);
    for (const button of ['Programar la publicación', 'Publicar']) {
      await plain.open(`${ARTICLE_PATH}/publish`);
      await plain.press(button);
      expect(plain.status).toBe(422);
      expect(alertOf(plain)).toContain(sentence);
      // One for each language.
      expect(
        plain.page
          .one('alert')
          .links()
          .filter((link) => link === open),
      ).toHaveLength(2);
    }
  });

  await test.step('a list says so of each that is marked', async () => {
    await plain.open('/admin/items/articles');
    for (const title of ['El ayuno antes del estudio', 'El agua antes del estudio']) {
      plain.page.field(`Seleccionar «${title}»`).check();
    }
    plain.page.field('Acción').check('Publicar');
    await plain.press('Aplicar');
    expect(plain.page.text).toContain('No se publicó nada');
    expect(plain.page.text).toContain('Hay que corregir: otro contenido ya usa esa dirección.');
    expect(plain.page.target('La dirección es de «El agua antes del estudio»')).toBe(WATER_PATH);
    expect(plain.page.target('La dirección es de «El ayuno antes del estudio»')).toBe(ARTICLE_PATH);
    expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');
  });

  await test.step('both say so in English', async () => {
    await plain.open(`/en${ARTICLE_PATH}/publish`);
    await plain.press('Publish');
    expect(alertOf(plain)).toContain('“Water before the exam” already has that address. Choose another.');
    expect(plain.page.one('alert').links()).toContain('Open “Water before the exam”');
    await plain.open('/en/admin/items/articles');
    plain.page.field('Select “Fasting before the exam”').check();
    plain.page.field('Action').check('Publish');
    await plain.press('Apply');
    expect(plain.page.text).toContain('Needs fixing: another item has that address.');
    expect(plain.page.target('The address belongs to “Water before the exam”')).toBe(`/en${WATER_PATH}`);
  });

  await test.step('it is free once the other is published at another one, and old addresses lead on', async () => {
    await rename(site, 'agua', { es: 'hidratacion', en: 'hydration' });
    await publish(WATER_PATH);
    await plain.open(`${ARTICLE_PATH}/publish`);
    await plain.press('Publicar');
    await plain.press('Publicar de todos modos');
    expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
    expect(await answerAt(site, '/en/articles/fasting')).toBe('301 /en/articles/water');
    expect(await answerAt(site, '/articulos/hidratacion')).toBe('El agua antes del estudio');
  });
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
