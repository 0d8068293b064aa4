import type { Page } from '@playwright/test';
import { judgeViews } from '../../helpers/browser/judge-views.ts';
import { soundArticle } from '../../helpers/data-folders/faulty-articles.ts';
import { readItem, writeItems } from '../../helpers/data-folders/write-items.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';
import { card, form, notice, PUBLISH, press } from '../../helpers/items/publishing-pages.ts';

const pathOf = (id: string) => `/admin/items/articles/${id}/publish`;

/** Chooses an entry of the menu of the bar. */
async function more(page: Page, name: string): Promise<void> {
  await press(page, 'Más acciones');
  await page.getByRole('menuitem', { name }).click();
}

test('both languages become public in one action, and say so', { tag: '@cloud' }, async ({
  openAs,
  browser,
  cookieOf,
  site,
  request,
}) => {
  await writeItems(site.dataDir, [soundArticle('otro').article]);
  const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
  const [name = '', value = ''] = (await cookieOf('Ana')).split('=');
  await plain.addCookies([{ name, value, url: site.origin }]);

  const publishes = async (page: Page, spanish: string, english: string) => {
    await expect(page.getByRole('checkbox', { name: 'español' }).first()).toBeChecked();
    await expect(card(page, 'inglés')).toContainText('Borrador');
    await press(page, 'Publicar');
    await expect(notice(page)).toHaveText('Publicado.');
    await expect(notice(page)).toBeFocused();
    for (const language of ['español', 'inglés'])
      await expect(card(page, language)).toContainText('publicó Ana Robles');
    expect(await (await request.get(`/articulos/${spanish}`)).text()).toContain('No coma seis horas antes.');
    expect(await (await request.get(`/en/articles/${english}`)).text()).toContain('Do not eat for six hours.');
  };
  await test.step('with script', async () => publishes(await openAs('Ana', PUBLISH), 'ayuno', 'fasting'));
  await test.step('without script', async () => {
    const page = await plain.newPage();
    await page.goto(pathOf('otro'));
    await publishes(page, 'otro', 'otro-en');
  });
  await plain.close();
});

test('what is done with an item is told, and what others did meanwhile', async ({
  openAs,
  cookieOf,
  site,
  request,
  expected,
}) => {
  expected.problem(/409|422/);
  const page = await openAs('Ana', PUBLISH);
  const alert = page.getByRole('alert');

  await test.step('axe finds nothing on the panel', () => judgeViews(page, 'phone'));

  await test.step('who comes second is told who did what, and nothing of theirs is lost', async () => {
    const headers = { cookie: await cookieOf('Beto'), origin: site.origin };
    const form = new URLSearchParams('intent=publish&languages=es&languages=en');
    const answer = await fetch(site.origin + PUBLISH, { method: 'POST', headers, body: form, redirect: 'manual' });
    expect(answer.status).toBe(303);
    await press(page, 'Publicar');
    await expect(alert).toContainText('No se hizo nada, porque mientras tanto el contenido cambió.');
    await expect(alert).toContainText('Beto Luna publicó español e inglés (');
    await expect(card(page, 'español')).toContainText('publicó Beto Luna');
    expect((await readItem(site.dataDir, 'ayuno')).languages.es).toMatchObject({ revision: 1 });
  });

  await test.step('taking a language off the site asks first', async () => {
    await page.getByText('Retirar o archivar').click();
    await form(page, 'Retirar o archivar').getByRole('checkbox', { name: 'español' }).uncheck();
    await press(page, 'Retirar del sitio');
    await expect(alert).toContainText('dejarán de ver: inglés');
    await expect(alert).toBeFocused();
    await test.step('axe finds nothing on its question', () => judgeViews(page, 'desktop'));
    await press(page, 'Sí, retirar del sitio');
    await expect(notice(page)).toHaveText('Retirado del sitio.');
    expect((await request.get('/en/articles/fasting')).status()).toBe(404);
    expect((await request.get('/articulos/ayuno')).status()).toBe(200);
  });

  await test.step('an item is copied, moved to the trash and taken out again', async () => {
    await more(page, 'Duplicar');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Publicación: Copia de El ayuno antes del estudio',
    );
    await expect(card(page, 'español')).toContainText('Falta la dirección de la página.');
    const copy = page.url();
    await more(page, 'Mover a la papelera');
    await expect(page.getByRole('region', { name: 'Se movió 1 contenido a la papelera' })).toBeFocused();
    await page.goto(copy);
    await expect(page.getByText('Está en la papelera desde')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toHaveCount(0);
    await press(page, 'Restaurar de la papelera');
    await expect(notice(page)).toContainText('Restaurado de la papelera.');
  });
  await test.step('axe finds nothing on the refusal to publish in no language', async () => {
    await page.goto(`/en${PUBLISH}`);
    await page.getByRole('checkbox', { name: 'Spanish' }).first().uncheck();
    await page.getByRole('checkbox', { name: 'English' }).first().uncheck();
    await press(page, 'Publish');
    await expect(alert).toHaveText('Choose at least one language.');
    await judgeViews(page, 'phone');
  });
});
