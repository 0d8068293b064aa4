import type { Page } from '@playwright/test';
import { createEditorPage } from '../helpers/editor-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { ARTICLE, ARTICLE_PATH, expect, test } from '../helpers/item-pages.ts';
import type { RunningSite } from '../helpers/start-site.ts';
import { articleOf, readItem, writeItems } from '../helpers/write-items.ts';

const WATER = articleOf('agua', {
  es: { title: 'El agua antes del estudio', slug: 'agua', paragraphs: ['Beba agua.'] },
  en: { title: 'Water before the exam', slug: 'water', paragraphs: ['Drink water.'] },
});

const WATER_PATH = '/admin/items/articles/agua';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();

test.beforeEach(async ({ site }) => {
  await writeItems(site.dataDir, [WATER]);
});

/** Changes the slugs of an item's draft, like a program. */
async function rename(site: RunningSite, id: string, slugs: { es: string; en: string }): Promise<void> {
  const item = await readItem(site.dataDir, id);
  const languages = Object.entries(item.languages).map(([code, content]) => [
    code,
    { ...content, slug: slugs[code as 'es' | 'en'], state: 'changed' as const },
  ]);
  await writeItems(site.dataDir, [{ ...item, languages: Object.fromEntries(languages) }]);
}

/** Publishes both items, and swaps the slugs in their drafts. */
async function publishAndExchange(publish: (path: string) => Promise<void>, site: RunningSite): Promise<void> {
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  await rename(site, 'ayuno', { es: 'agua', en: 'water' });
  await rename(site, 'agua', { es: 'ayuno', en: 'fasting' });
}

/** The response at an address: the heading, or the redirect target. */
async function answerAt({ origin }: RunningSite, path: string): Promise<string | undefined> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  if (answer.status !== 200) return `${answer.status} ${answer.headers.get('location')?.replace(origin, '')}`;
  return /<h1[^>]*>([^<]+)/.exec(await answer.text())?.[1];
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('two items exchange their addresses in one action, and old ones lead on in each language', async ({
      openAs,
      site,
      publish,
    }) => {
      const page = await openAs('Ana', '/admin');
      await publishAndExchange(publish, site);

      await page.goto(`${ARTICLE_PATH}/publish`);
      const spanish = page.getByRole('region', { name: 'español', exact: true });
      await expect(spanish).toContainText('«El agua antes del estudio» tiene todavía esa dirección');
      await expect(spanish.getByRole('link', { name: 'Abrir «El agua antes del estudio»' })).toHaveAttribute(
        'href',
        `${WATER_PATH}?language=es`,
      );
      await expect(spanish).toContainText('Se publica junto con otro contenido');
      await expect(spanish).not.toContainText('impide publicar');
      await press(page, 'Publicar');
      const question = page.getByRole('alert');
      await expect(question).toContainText('¿Publicar ambos juntos?');
      await expect(question).toContainText('En español: deja /articulos/agua y pasa a /articulos/ayuno');
      await expect(question).toContainText('En inglés: deja /en/articles/water y pasa a /en/articles/fasting');
      await expect(question.getByRole('link', { name: 'El agua antes del estudio' })).toHaveAttribute(
        'href',
        WATER_PATH,
      );
      expect(await answerAt(site, '/articulos/agua'), 'nothing happens before the yes').toBe(
        'El agua antes del estudio',
      );
      if (javaScriptEnabled) await expectNoViolations(page);
      await press(page, 'Publicar ambos juntos');
      await expect(notice(page)).toHaveText('Publicados juntos. Cada uno está en su nueva dirección.');
      expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
      expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
      expect(await answerAt(site, '/en/articles/water')).toBe('Fasting before the exam');
      expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');

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

    test('what is to be published at its time says that two do not exchange their addresses then', async ({
      openAs,
      site,
      publish,
      expected,
    }) => {
      expected.problem(/422/);
      const page = await openAs('Ana', '/admin');
      await publishAndExchange(publish, site);
      await page.goto(`${ARTICLE_PATH}/publish`);
      await press(page, 'Programar la publicación');
      await expect(page.getByRole('alert')).toContainText('A una hora programada no se publican juntos');
    });

    test('what keeps the other from being public is told with its name, and neither moves', async ({
      openAs,
      site,
      publish,
      expected,
    }) => {
      expected.problem(/422/);
      const page = await openAs('Ana', '/admin');
      for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
      await rename(site, 'ayuno', { es: 'agua', en: 'fasting' });
      await rename(site, 'agua', { es: 'ayuno', en: 'water' });
      const water = await readItem(site.dataDir, 'agua');
      const { es } = water.languages;
      if (!es) throw new Error('The article is in Spanish');
      await writeItems(site.dataDir, [{ ...water, languages: { ...water.languages, es: { ...es, title: '' } } }]);
      await page.goto(`${ARTICLE_PATH}/publish`);
      await press(page, 'Publicar');
      const told = page.getByRole('alert').getByRole('link', { name: '«Water before the exam»: Falta el título.' });
      await expect(told).toHaveAttribute('href', `${WATER_PATH}?language=es#field-title`);
      expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');

      // A warning is part of the same confirmation, which covers what was shown.
      await writeItems(site.dataDir, [{ ...water, languages: { ...water.languages, es: { ...es, summary: '' } } }]);
      await press(page, 'Publicar');
      const question = page.getByRole('alert');
      await expect(question).toContainText('¿Publicar ambos juntos?');
      await expect(question).toContainText('«El agua antes del estudio»: Falta el resumen');
      await press(page, 'Publicar ambos juntos');
      await expect(notice(page)).toHaveText('Publicados juntos. Cada uno está en su nueva dirección.');
      expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
    });

    test('a list publishes both when both are marked, and neither when one is', async ({ openAs, site, publish }) => {
      const page = await openAs('Ana', '/admin');
      await publishAndExchange(publish, site);
      const mark = (title: string) => page.getByRole('checkbox', { name: `Seleccionar «${title}»` }).check();
      const apply = async () => {
        await page.getByLabel('Acción', { exact: true }).selectOption('publish');
        await press(page, 'Aplicar');
      };
      const result = (name: string) => page.getByRole('heading', { level: 2, name });
      await page.goto('/admin/items/articles');
      await mark('El ayuno antes del estudio');
      await apply();
      await expect(result('No se publicó nada')).toBeVisible();
      await expect(page.getByText('Hay que corregir: otro contenido ya usa esa dirección.')).toBeVisible();
      await page.goto('/admin/items/articles');
      await mark('El ayuno antes del estudio');
      await mark('El agua antes del estudio');
      await apply();
      await expect(result('Se publicaron 2 contenidos')).toBeVisible();
      expect(await answerAt(site, '/articulos/agua')).toBe('El ayuno antes del estudio');
      expect(await answerAt(site, '/en/articles/fasting')).toBe('Water before the exam');
      await page
        .getByRole('region', { name: 'Se publicaron 2 contenidos' })
        .getByRole('button', { name: 'Deshacer' })
        .click();
      await expect(result('Cambio deshecho en 2 contenidos')).toBeVisible();
      expect(await answerAt(site, '/articulos/agua')).toBe('El agua antes del estudio');
      expect(await answerAt(site, '/en/articles/fasting')).toBe('Fasting before the exam');
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('an address that another item had is taken after a yes to whose it was', async ({ openAs, site, publish }) => {
      const page = await openAs('Ana', '/admin');
      await publish(WATER_PATH);
      await rename(site, 'agua', { es: 'beber', en: 'drink' });
      await publish(WATER_PATH);
      expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
      await rename(site, 'ayuno', { es: 'agua', en: 'fasting' });
      await page.goto(`${ARTICLE_PATH}/publish`);
      await press(page, 'Publicar');
      const alert = page.getByRole('alert');
      const sentence =
        'Esta dirección fue de «El agua antes del estudio»: sus enlaces antiguos llevarían entonces aquí.';
      await expect(alert.getByRole('link', { name: sentence })).toHaveAttribute(
        'href',
        /ayuno\?language=es#field-slug$/,
      );
      await expect(alert.getByRole('link', { name: 'Abrir «El agua antes del estudio»' })).toHaveAttribute(
        'href',
        `${WATER_PATH}?language=es`,
      );
      expect(await answerAt(site, '/articulos/agua')).toBe('301 /articulos/beber');
      await press(page, 'Publicar de todos modos');
      await expect(notice(page)).toHaveText('Publicado.');
      expect(await answerAt(site, '/articulos/agua')).toBe(ARTICLE.languages.es?.title);
      expect(await answerAt(site, '/articulos/beber')).toBe('El agua antes del estudio');
    });
  });
}

test('no proposal takes an address that another item had; who types it is told whose it was', async ({
  openAs,
  site,
  publish,
}) => {
  const page = await openAs('Ana', '/admin');
  await publish(WATER_PATH);
  await rename(site, 'agua', { es: 'beber', en: 'drink' });
  await publish(WATER_PATH);
  const editor = createEditorPage(page);
  await editor.open('articles/ayuno');
  const column = editor.column('es');
  const title = column.getByLabel('Título', { exact: true });
  const slug = column.getByLabel('Dirección');
  await title.fill('Agua');
  await column.getByRole('button', { name: 'Proponer otra vez' }).click();
  await expect(slug).toHaveValue('agua-2');
  await expect(column.getByText('Esta dirección está libre.')).toBeVisible();
  await title.fill('Agua y ayuno');
  await expect(slug).toHaveValue('agua-y-ayuno');
  await slug.fill('agua');
  await expect(column.getByText('Esta dirección fue de «El agua antes del estudio»')).toBeVisible();
  await expect(slug).toHaveValue('agua');
  await editor.expectSaved();
  await expect.poll(async () => (await readItem(site.dataDir, 'ayuno')).languages.es?.slug).toBe('agua');
});

test('the former address of a page of the team leads to where it is now', async ({ openAs, site, publish }) => {
  const team = {
    ...articleOf('team', { es: { title: 'El equipo', slug: 'equipo', paragraphs: ['Somos nueve.'] } }),
    type: 'pages',
  };
  await writeItems(site.dataDir, [team]);
  const page = await openAs('Ana', '/admin');
  await publish('/admin/items/pages/team', ['es']);
  await rename(site, 'team', { es: 'nuestro-equipo', en: '' });
  await publish('/admin/items/pages/team', ['es']);
  expect(await answerAt(site, '/equipo')).toBe('301 /nuestro-equipo');
  await page.goto('/equipo');
  await expect(page).toHaveURL(/\/nuestro-equipo$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El equipo');
});

test('the field of an address says that another draft leaves it, and the sheet over the text publishes both', async ({
  openAs,
  site,
  publish,
}) => {
  const page = await openAs('Ana', '/admin');
  for (const path of [ARTICLE_PATH, WATER_PATH]) await publish(path);
  const editor = createEditorPage(page);
  await editor.open('articles/ayuno');
  const column = editor.column('es');
  const slug = column.getByLabel('Dirección');
  await slug.fill('agua');
  await expect(column.getByText('Otra página usa esta dirección: El agua antes del estudio.')).toBeVisible();
  await editor.expectSaved();
  await rename(site, 'agua', { es: 'ayuno', en: 'water' });
  await slug.fill('agua-x');
  await slug.fill('agua');
  await expect(column.getByText('Ahí está todavía «El agua antes del estudio»')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Publicar', exact: true }).click();
  await sheet.getByRole('button', { name: 'Publicar ambos juntos' }).click();
  await expect(sheet.getByText('Publicados juntos. Cada uno está en su nueva dirección.')).toBeVisible();
  expect(await answerAt(site, '/articulos/agua')).toBe(ARTICLE.languages.es?.title);
  expect(await answerAt(site, '/articulos/ayuno')).toBe('El agua antes del estudio');
});
