import type { Page } from '@playwright/test';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { ARTICLE_PATH, expect, onPhoneAndDesktop, test } from '../helpers/item-pages.ts';
import { readItem, writeItems } from '../helpers/write-items.ts';

const REVISIONS = `${ARTICLE_PATH}/revisions`;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();
const entries = (page: Page) => page.getByRole('region', { name: 'Historial' }).getByRole('listitem');

async function saveVersion(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre de la versión').fill(name);
  await press(page, 'Guardar la versión');
  await expect(notice(page)).toHaveText('La versión quedó guardada.');
}

/** Changes a word of the Spanish text. */
function rewrite(dataDir: string, text: string): Promise<void> {
  return rewriteNodes(dataDir, [{ type: 'text', text }]);
}

async function rewriteNodes(dataDir: string, content: RichTextNode[]): Promise<void> {
  const item = await readItem(dataDir, 'ayuno');
  const { es } = item.languages;
  if (!es) throw new Error('The article has a Spanish text');
  const [, ...others] = es.body.content;
  const first = { type: 'paragraph', attrs: { id: 'es0' }, content };
  const body = { ...es.body, content: [first, ...others] };
  await writeItems(dataDir, [
    { ...item, author: 'Dra. Robles', tags: ['preparation'], languages: { ...item.languages, es: { ...es, body } } },
  ]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a version is saved, compared word by word, restored, and that is undone', async ({ openAs, site }) => {
      const page = await openAs('Ana', REVISIONS);
      await expect(page.getByText('Aún no hay historial.')).toBeVisible();
      await saveVersion(page, 'Antes de la junta');
      await rewrite(site.dataDir, 'No coma ocho horas antes.');
      await press(page, 'Comparar');
      const comparison = page.getByRole('region', { name: 'Comparación' });
      const spanish = comparison.getByRole('region', { name: 'español' });
      await expect(spanish.getByRole('deletion')).toHaveText('Quitado: seis');
      await expect(spanish.getByRole('insertion')).toHaveText(['Nuevo: ocho']);
      const shared = comparison.getByRole('region', { name: 'Lo que comparten los idiomas' });
      await expect(shared.getByRole('insertion')).toHaveText(['Nuevo: Dra. Robles', 'Nuevo: Preparación']);
      await expect(spanish).toContainText('Un bloque igual');
      await expect(comparison.getByRole('region', { name: 'inglés' }).getByRole('deletion')).toHaveCount(0);

      await press(page, /^Restaurar «Antes de la junta»/);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('¿Restaurar esto en el borrador?');
      await alert.getByRole('checkbox', { name: 'inglés' }).uncheck();
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía entonces.');
      const restored = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(restored.languages.es?.body)).toContain('No coma seis horas antes.');
      expect([restored.author, restored.tags]).toEqual([undefined, []]);
      await expect(entries(page).filter({ hasText: 'Borrador guardado antes de restaurar' })).toHaveCount(1);

      await press(page, 'Deshacer');
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía entonces.');
      const undone = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(undone.languages.es?.body)).toContain('No coma ocho horas antes.');
      expect([undone.author, undone.tags]).toEqual(['Dra. Robles', ['preparation']]);
    });

    test('what one action published is one entry, compared in both languages and restored in those that are chosen', async ({
      openAs,
      site,
      publish,
    }) => {
      await publish(ARTICLE_PATH);
      await rewrite(site.dataDir, 'No coma ocho horas antes.');
      const page = await openAs('Ana', REVISIONS);
      const published = 'Publicación 1 en español e inglés';
      await expect(entries(page).filter({ hasText: 'Publicación' })).toHaveCount(1);
      await expect(entries(page).filter({ hasText: published })).toContainText('Ana Robles');
      await press(page, 'Comparar');
      const comparison = page.getByRole('region', { name: 'Comparación' });
      await expect(comparison).toContainText(published);
      await expect(comparison.getByRole('region', { name: 'español' }).getByRole('insertion')).toHaveText(
        'Nuevo: ocho',
      );
      await expect(comparison.getByRole('region', { name: 'inglés' })).toContainText('Las dos dicen lo mismo.');

      await press(page, `Restaurar ${published}`);
      const alert = page.getByRole('alert');
      await alert.getByRole('checkbox', { name: 'inglés' }).uncheck();
      await expect(alert.getByRole('checkbox', { name: /^También firma, temas, portada/ })).toBeChecked();
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez');
      const { languages, tags } = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(languages.es?.body)).toContain('No coma seis horas antes.');
      expect(tags).toEqual([]);
    });
  });
}

test('two actions are compared with each other, and by the address of one language of them as well', async ({
  openAs,
  site,
  publish,
}) => {
  await publish(ARTICLE_PATH);
  await rewrite(site.dataDir, 'No coma ocho horas antes.');
  const page = await openAs('Ana', `${ARTICLE_PATH}/publish`);
  await page.getByRole('checkbox', { name: 'español' }).first().check();
  await page.getByRole('checkbox', { name: 'inglés' }).first().check();
  await press(page, /^Publicar$/);
  await press(page, 'Publicar de todos modos');
  await expect(notice(page)).toHaveText('Publicado.');
  await page.goto(REVISIONS);
  const second = entries(page).filter({ hasText: 'Publicación 2 en español' });
  await second.getByRole('radio', { name: /^Después/ }).check();
  await entries(page)
    .filter({ hasText: 'Publicación 1 en' })
    .getByRole('radio', { name: /^Antes/ })
    .check();
  await press(page, 'Comparar');
  const comparison = page.getByRole('region', { name: 'Comparación' });
  const changed = comparison.getByRole('region', { name: 'español' });
  await expect(comparison.getByRole('heading', { name: 'Comparación' })).toBeFocused();
  await expect(changed.getByRole('deletion')).toHaveText('Quitado: seis');
  await expect(second.getByRole('radio', { name: /^Después/ })).toBeChecked();

  await page.goto(`${REVISIONS}?from=revision:es:1&to=revision:es:2`);
  await expect(changed.getByRole('insertion')).toHaveText('Nuevo: ocho');
  await expect(comparison.getByRole('region', { name: 'inglés' })).toHaveCount(0);
  await expect(entries(page).getByRole('radio', { name: 'Antes : Publicación 1 en español e inglés' })).toBeChecked();
});

test('links and marks are told in words, an item by its title', async ({ openAs, site }) => {
  const page = await openAs('Ana', REVISIONS);
  await rewriteNodes(site.dataDir, [
    { type: 'text', text: 'No coma ' },
    { type: 'text', text: 'seis horas', marks: [{ type: 'link', attrs: { href: 'https://example.org/a' } }] },
    { type: 'text', text: ' antes.' },
  ]);
  await saveVersion(page, 'Con enlace');
  await rewriteNodes(site.dataDir, [
    { type: 'text', text: 'No', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' coma ' },
    { type: 'text', text: 'seis horas', marks: [{ type: 'link', attrs: { href: 'item:ayuno' } }] },
    { type: 'text', text: ' antes.' },
  ]);
  await press(page, 'Comparar');
  const spanish = page.getByRole('region', { name: 'Comparación' }).getByRole('region', { name: 'español' });
  await expect(spanish).toContainText('No (ahora en negrita)');
  const told = '(enlazaba a https://example.org/a, ahora a «El ayuno antes del estudio»)';
  await expect(spanish).toContainText(`seis horas ${told} antes.`);
  await expect(spanish).not.toContainText('Cambió la forma');
});

test('what the draft has no room for is told, and nothing of it is restored', async ({ openAs, site, expected }) => {
  expected.problem(/409/);
  const long = 'x'.repeat(600_000);
  const write = async (summaries: { es: string; en: string }) => {
    const item = await readItem(site.dataDir, 'ayuno');
    const { es, en } = item.languages;
    if (!es || !en) throw new Error('The article has both languages');
    const languages = { es: { ...es, summary: summaries.es }, en: { ...en, summary: summaries.en } };
    await writeItems(site.dataDir, [{ ...item, languages }]);
  };
  await write({ es: long, en: 'Short' });
  const page = await openAs('Ana', REVISIONS);
  await saveVersion(page, 'Larga');
  await write({ es: 'Corto', en: long });
  await press(page, /^Restaurar «Larga»/);
  await page.getByRole('alert').getByRole('checkbox', { name: 'inglés' }).uncheck();
  await press(page, 'Restaurar en el borrador');
  await expect(page.getByRole('alert')).toContainText('En el borrador no cabe lo que quiere restaurar');
  expect((await readItem(site.dataDir, 'ayuno')).languages.es?.summary).toBe('Corto');
  await expect(entries(page).filter({ hasText: 'Borrador guardado antes de restaurar' })).toHaveCount(0);
});

test('a version without a name is refused, and one that is gone is told', async ({ openAs, expected }) => {
  expected.problem(/422|404/);
  const page = await openAs('Ana', REVISIONS);
  await page.getByLabel('Nombre de la versión').fill('   ');
  await press(page, 'Guardar la versión');
  await expect(page.getByLabel('Nombre de la versión')).toHaveAccessibleDescription(/Escriba un nombre/);
  await page.goto(`${REVISIONS}?from=saved-version:x&to=draft`);
  await expect(page.getByRole('alert')).toHaveText('Eso ya no está en el historial.');
});

test('a translator saves versions and restores none', async ({ openAs, cookieOf, site }) => {
  const page = await openAs('Tere', REVISIONS);
  await saveVersion(page, 'Del inglés');
  await expect(page.getByRole('button', { name: /^Restaurar/ })).toHaveCount(0);
  const entry = await page.locator('input[name=from]').last().getAttribute('value');
  const body = new URLSearchParams({ intent: 'restore', entry: entry ?? '', languages: 'en', confirmed: 'yes' });
  const headers = { cookie: await cookieOf('Tere'), origin: site.origin };
  const answer = await fetch(site.origin + REVISIONS, { method: 'POST', headers, body, redirect: 'manual' });
  expect(answer.status).toBe(403);
});

onPhoneAndDesktop(() => {
  test('axe finds nothing on the history, a comparison and the question', async ({ openAs, site }) => {
    const page = await openAs('Ana', REVISIONS);
    await saveVersion(page, 'Antes');
    await rewriteNodes(site.dataDir, [
      { type: 'text', text: 'No coma', marks: [{ type: 'bold' }] },
      { type: 'text', text: ' ocho', marks: [{ type: 'link', attrs: { href: '/contacto' } }] },
      { type: 'text', text: ' horas antes.' },
    ]);
    await press(page, 'Comparar');
    await expect(page.getByRole('region', { name: 'Comparación' })).toContainText('No coma (ahora en negrita)');
    await expectNoViolations(page);
    await press(page, /^Restaurar «Antes»/);
    await expect(page.getByRole('alert')).toBeFocused();
    await expectNoViolations(page);
  });
});
