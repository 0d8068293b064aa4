import type { Page } from '@playwright/test';
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
async function rewrite(dataDir: string, text: string): Promise<void> {
  const item = await readItem(dataDir, 'ayuno');
  const { es } = item.languages;
  if (!es) throw new Error('The article has a Spanish text');
  const [, ...others] = es.body.content;
  const first = { type: 'paragraph', attrs: { id: 'es0' }, content: [{ type: 'text', text }] };
  const body = { ...es.body, content: [first, ...others] };
  await writeItems(dataDir, [
    { ...item, tags: ['preparation'], languages: { ...item.languages, es: { ...es, body } } },
  ]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a version is saved, compared word by word, restored, and that is undone', async ({ openAs, site }) => {
      const page = await openAs('Ana', REVISIONS);
      await expect(page.getByText('Aún no hay versiones.')).toBeVisible();
      await saveVersion(page, 'Antes de la junta');
      await rewrite(site.dataDir, 'No coma ocho horas antes.');
      await press(page, 'Comparar');
      const comparison = page.getByRole('region', { name: 'Comparación' });
      const spanish = comparison.getByRole('region', { name: 'español' });
      await expect(spanish.getByRole('deletion')).toHaveText('Quitado: seis');
      await expect(spanish.getByRole('insertion')).toHaveText(['Nuevo: ocho']);
      const shared = comparison.getByRole('region', { name: 'Lo que comparten los idiomas' });
      await expect(shared.getByRole('insertion')).toHaveText(['Nuevo: Preparación']);
      await expect(spanish).toContainText('Un bloque igual');
      await expect(comparison.getByRole('region', { name: 'inglés' }).getByRole('deletion')).toHaveCount(0);

      await press(page, /^Restaurar «Antes de la junta»/);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('¿Restaurar esta versión en el borrador?');
      await alert.getByRole('checkbox', { name: 'inglés' }).uncheck();
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía esa versión.');
      const restored = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(restored.languages.es?.body)).toContain('No coma seis horas antes.');
      expect(restored.tags).toEqual([]);
      await expect(entries(page).filter({ hasText: 'Borrador guardado antes de restaurar' })).toHaveCount(1);

      await press(page, 'Deshacer');
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía esa versión.');
      const undone = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(undone.languages.es?.body)).toContain('No coma ocho horas antes.');
      expect(undone.tags).toEqual(['preparation']);
    });

    test('publications are in the history, and each restores its language alone', async ({ openAs, site }) => {
      const page = await openAs('Ana', `${ARTICLE_PATH}/publish`);
      await press(page, /^Publicar$/);
      await expect(notice(page)).toHaveText('Publicado.');
      await rewrite(site.dataDir, 'Otra cosa.');
      await page.goto(REVISIONS);
      await expect(entries(page).filter({ hasText: 'Publicación 1 en español' })).toContainText('Ana Robles');
      await press(page, /^Restaurar Publicación 1 en español/);
      await expect(page.getByRole('alert').getByRole('checkbox')).toHaveCount(1);
      await press(page, 'Restaurar en el borrador');
      await expect(notice(page)).toContainText('El borrador dice otra vez');
      const { languages, tags } = await readItem(site.dataDir, 'ayuno');
      expect(JSON.stringify(languages.es?.body)).toContain('No coma seis horas antes.');
      expect(tags).toEqual(['preparation']);
    });
  });
}

test('a version without a name is refused, and one that is gone is told', async ({ openAs, expected }) => {
  expected.problem(/422|404/);
  const page = await openAs('Ana', REVISIONS);
  await page.getByLabel('Nombre de la versión').fill('   ');
  await press(page, 'Guardar la versión');
  await expect(page.getByLabel('Nombre de la versión')).toHaveAccessibleDescription(/Escriba un nombre/);
  await page.goto(`${REVISIONS}?from=version:x&to=draft`);
  await expect(page.getByRole('alert')).toHaveText('Esa versión ya no existe.');
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
    await rewrite(site.dataDir, 'No coma ocho horas antes.');
    await press(page, 'Comparar');
    await expect(page.getByRole('region', { name: 'Comparación' })).toBeVisible();
    await expectNoViolations(page);
    await press(page, /^Restaurar «Antes»/);
    await expect(page.getByRole('alert')).toBeFocused();
    await expectNoViolations(page);
  });
});
