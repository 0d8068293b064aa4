import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { ARTICLE, ARTICLE_PATH, expect, onPhoneAndDesktop, test, WORKERS } from '../helpers/item-pages.ts';
import { card, form, notice, PUBLISH, press } from '../helpers/publishing-pages.ts';
import { articleOf, readItem, writeItems } from '../helpers/write-items.ts';

/** A future day, as the value of a date field. */
const DAY = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('both languages become public in one action, and say so', { tag: '@cloud' }, async ({ openAs, request }) => {
      const page = await openAs('Ana', PUBLISH);
      await expect(page.getByRole('checkbox', { name: 'español' }).first()).toBeChecked();
      await expect(card(page, 'inglés')).toContainText('Borrador');
      await press(page, 'Publicar');
      await expect(notice(page)).toHaveText('Publicado.');
      await expect(notice(page)).toBeFocused();
      for (const language of ['español', 'inglés'])
        await expect(card(page, language)).toContainText('publicó Ana Robles');
      expect(await (await request.get('/articulos/ayuno')).text()).toContain('No coma seis horas antes.');
      expect(await (await request.get('/en/articles/fasting')).text()).toContain('Do not eat for six hours.');
    });

    test('an error blocks and leads to its place; nothing becomes public', async ({
      openAs,
      site,
      request,
      expected,
    }) => {
      expected.problem(/422|404/);
      const { es, ...others } = ARTICLE.languages;
      if (es) await writeItems(site.dataDir, [{ ...ARTICLE, languages: { ...others, es: { ...es, title: '' } } }]);
      const page = await openAs('Ana', PUBLISH);
      await expect(card(page, 'español')).toContainText('Un error impide publicar');
      await press(page, 'Publicar');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('No se puede hacer todavía');
      await expect(alert.getByRole('link', { name: 'Falta el título.' })).toHaveAttribute(
        'href',
        `${ARTICLE_PATH}?language=es#field-title`,
      );
      expect((await request.get('/en/articles/fasting')).status()).toBe(404);
    });

    test('warnings ask, and a yes covers only those that were shown', async ({ openAs, site, request }) => {
      const { es, en } = ARTICLE.languages;
      if (!es || !en) throw new Error('The article has both languages');
      const { links: _, ...unlinked } = en;
      await writeItems(site.dataDir, [{ ...ARTICLE, languages: { es, en: { ...unlinked } } }]);
      const page = await openAs('Ana', PUBLISH);
      await press(page, 'Publicar');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('¿Publicar con estos avisos?');
      await expect(alert.getByRole('listitem')).toHaveText([
        '3 partes quedaron atrás respecto al original.',
        'Faltan 2 partes por traducir.',
      ]);
      const item = await readItem(site.dataDir, 'ayuno');
      const { es: now } = item.languages;
      if (now)
        await writeItems(site.dataDir, [{ ...item, languages: { ...item.languages, es: { ...now, summary: '' } } }]);
      await press(page, 'Publicar de todos modos');
      await expect(alert).toContainText('Falta el resumen, que aparece en listas y buscadores.');
      await press(page, 'Publicar de todos modos');
      await expect(notice(page)).toHaveText('Publicado.');
      expect((await request.get('/articulos/ayuno')).status()).toBe(200);
    });

    test('links to what is not public, and to an address where nothing stands, are told and do not keep it back', async ({
      openAs,
      site,
      request,
    }) => {
      const { es, en } = ARTICLE.languages;
      if (!es || !en) throw new Error('The article has both languages');
      const linking = (...hrefs: string[]) => ({
        type: 'doc' as const,
        content: hrefs.map((href, index) => ({
          type: 'paragraph',
          attrs: { id: `es${index}` },
          content: [{ type: 'text', text: 'enlace', marks: [{ type: 'link', attrs: { href } }] }],
        })),
      });
      await writeItems(site.dataDir, [
        { ...ARTICLE, languages: { es: { ...es, body: linking('item:agua', '/articulos/nada', '/articulos') } } },
        articleOf('agua', { es: { title: 'El agua', slug: 'agua', paragraphs: ['Beba agua.'] } }),
      ]);
      const page = await openAs('Ana', PUBLISH);
      await press(page, 'Publicar');
      const alert = page.getByRole('alert');
      const other = alert.getByRole('link', { name: 'Abrir «El agua»' });
      await expect(other).toHaveAttribute('href', '/admin/items/articles/agua?language=es');
      await expect(alert.getByRole('listitem')).toHaveText([
        'Un enlace lleva a un contenido que no está publicado en ningún idioma: «El agua».Abrir «El agua»',
        'Un enlace lleva a una dirección del sitio donde no hay nada: /articulos/nada',
      ]);
      await press(page, 'Publicar de todos modos');
      await expect(notice(page)).toHaveText('Publicado.');
      expect((await request.get('/articulos/ayuno')).status()).toBe(200);
    });

    test('taking a language off the site asks first', async ({ openAs, request }) => {
      const page = await openAs('Ana', PUBLISH);
      await press(page, 'Publicar');
      await expect(notice(page)).toHaveText('Publicado.');
      await page.getByRole('checkbox', { name: 'inglés' }).first().check();
      await press(page, 'Retirar del sitio');
      await expect(page.getByRole('alert')).toContainText('dejarán de ver: inglés');
      await press(page, 'Sí, retirar del sitio');
      await expect(notice(page)).toHaveText('Retirado del sitio.');
      expect((await request.get('/en/articles/fasting')).status()).toBe(404);
      expect((await request.get('/articulos/ayuno')).status()).toBe(200);
    });

    test('who comes second is told who did what, and nothing of theirs is lost', async ({ openAs, site, expected }) => {
      expected.problem(/409/);
      const page = await openAs('Ana', PUBLISH);
      const other = await openAs('Beto', PUBLISH);
      await press(other, 'Publicar');
      await expect(notice(other)).toHaveText('Publicado.');
      await press(page, 'Publicar');
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('No se hizo nada, porque mientras tanto el contenido cambió.');
      await expect(alert).toContainText('Beto Luna publicó español e inglés (');
      const { languages } = await readItem(site.dataDir, 'ayuno');
      expect(languages.es).toMatchObject({ title: ARTICLE.languages.es?.title, revision: 1 });
      await expect(card(page, 'español')).toContainText('publicó Beto Luna');
    });

    test('an item is copied, moved to the trash and taken out again', async ({ openAs }) => {
      const page = await openAs('Ana', PUBLISH);
      await press(page, 'Duplicar');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Publicación: Copia de El ayuno antes del estudio',
      );
      await expect(card(page, 'español')).toContainText('Falta la dirección de la página.');
      await press(page, 'Mover a la papelera');
      await press(page, 'Sí, mover a la papelera');
      await expect(notice(page)).toContainText('En la papelera.');
      await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toHaveCount(0);
      await press(page, 'Restaurar de la papelera');
      await expect(notice(page)).toContainText('Restaurado de la papelera.');
    });

    test('a link shows the draft to whoever has it until it is revoked', async ({ openAs, browser, expected }) => {
      expected.problem(/410/);
      const page = await openAs('Ana', PUBLISH);
      await press(page, 'Crear un enlace');
      await expect(notice(page)).toContainText('Cópielo ahora');
      const url = await page.getByLabel('Enlace al borrador').inputValue();
      const stranger = await browser.newPage();
      const answer = await stranger.goto(url);
      expect(answer?.headers()).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      });
      await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('El ayuno antes del estudio');
      await expect(stranger.getByRole('note')).toContainText('Este es un borrador que alguien compartió con usted');
      await stranger.getByRole('navigation', { name: 'Idioma' }).getByRole('link').click();
      await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Fasting before the exam');
      await expect(stranger.getByRole('note')).toContainText('This is a draft that somebody shared with you');
      await page.getByRole('button', { name: /^Anular/ }).click();
      await expect(notice(page)).toHaveText('El enlace quedó anulado.');
      const gone = await stranger.goto(url);
      expect(gone?.status()).toBe(410);
      await expect(stranger.getByText('Este enlace ya no muestra nada')).toBeVisible();
      await stranger.close();
    });
  });
}

test('a translator sees how things stand and can publish nothing', async ({ openAs, cookieOf, site }) => {
  const page = await openAs('Tere', PUBLISH);
  await expect(card(page, 'español')).toContainText('Borrador');
  for (const name of ['Publicar', 'Archivar', 'Programar la publicación', 'Duplicar', 'Mover a la papelera']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  const share = form(page, 'Compartir el borrador');
  await expect(share.getByRole('checkbox')).toHaveCount(1);
  const before = await readItem(site.dataDir, 'ayuno');
  const cookie = await cookieOf('Tere');
  for (const intent of [
    'publish',
    'schedule-publish',
    'unpublish',
    'archive',
    'duplicate',
    'trash',
    'share',
    'cancel',
  ]) {
    const body = new URLSearchParams({
      intent,
      languages: 'es',
      confirmed: 'yes',
      days: '7',
      date: DAY,
      time: '09:00',
    });
    const headers = { cookie, origin: site.origin };
    const answer = await fetch(site.origin + PUBLISH, { method: 'POST', headers, body, redirect: 'manual' });
    expect(answer.status, intent).toBe(403);
  }
  expect(await readItem(site.dataDir, 'ayuno')).toEqual(before);
});

test('two publications sent at the same moment are one, and the other is told', async ({ openAs, cookieOf, site }) => {
  const page = await openAs('Ana', PUBLISH);
  const stamp = await page.locator('input[name=stamp]').first().inputValue();
  const at = await page.locator('input[name=at]').first().inputValue();
  const cookies = [await cookieOf('Ana'), await cookieOf('Beto')];
  const answers = await Promise.all(
    cookies.map(async (cookie) => {
      const body = new URLSearchParams({ intent: 'publish', stamp, at, languages: 'es' });
      const headers = { cookie, origin: site.origin };
      const answer = await fetch(site.origin + PUBLISH, { method: 'POST', headers, body, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const told = answers.find(({ status }) => status === 409)?.text ?? '';
  expect(Object.values(WORKERS).some(({ name }) => told.includes(`${name} publicó español`))).toBe(true);
  expect((await readItem(site.dataDir, 'ayuno')).languages.es?.revision).toBe(1);
});

test('beside the text, a question takes a no, and nothing is done', async ({ openAs, site }) => {
  const page = await openAs('Ana', ARTICLE_PATH);
  await press(page, 'Publicar…');
  const sheet = page.getByRole('dialog', { name: 'Publicación' });
  await sheet.getByRole('button', { name: 'Mover a la papelera' }).click();
  await expect(sheet.getByRole('alert')).toContainText('¿Mover a la papelera?');
  await sheet.getByRole('button', { name: 'No, volver' }).click();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await expect(sheet.getByRole('heading', { name: 'Publicar', exact: true })).toBeVisible();
  expect((await readItem(site.dataDir, ARTICLE.id)).trashedAt).toBeUndefined();
});

onPhoneAndDesktop(() => {
  test('axe finds nothing on the panel, its questions and refusals', async ({ openAs, expected }) => {
    expected.problem(/422/);
    const page = await openAs('Ana', PUBLISH);
    await expectNoViolations(page);
    await press(page, 'Archivar');
    await expect(page.getByRole('alert')).toBeFocused();
    await expectNoViolations(page);
    await page.goto(`/en${PUBLISH}`);
    await page.getByRole('checkbox', { name: 'Spanish' }).first().uncheck();
    await page.getByRole('checkbox', { name: 'English' }).first().uncheck();
    await press(page, 'Publish');
    await expect(page.getByRole('alert')).toHaveText('Choose at least one language.');
    await expectNoViolations(page);
  });
});
