import type { Page } from '@playwright/test';
import { judgeViews } from '../../helpers/browser/judge-views.ts';
import { rewriteArticle } from '../../helpers/data-folders/rewrite-article.ts';
import { readItem } from '../../helpers/data-folders/write-items.ts';
import { ARTICLE_PATH, expect, test } from '../../helpers/items/item-pages.ts';

const REVISIONS = `${ARTICLE_PATH}/revisions`;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const notice = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();
const entries = (page: Page) => page.getByRole('region', { name: 'Publicaciones y versiones' }).getByRole('listitem');

async function saveVersion(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre de la versión').fill(name);
  await press(page, 'Guardar la versión');
  await expect(notice(page)).toHaveText('La versión quedó guardada.');
}

test('a version is saved, compared word by word, restored, and that is undone; axe finds nothing', async ({
  openAs,
  site,
}) => {
  const page = await openAs('Ana', REVISIONS);
  const comparison = page.getByRole('region', { name: 'Comparación' });
  const spanish = comparison.getByRole('region', { name: 'español' });

  await test.step('it is saved, and compared with the draft', async () => {
    await expect(page.getByText('Aún no hay historial.')).toBeVisible();
    await saveVersion(page, 'Antes de la junta');
    await rewriteArticle(site.dataDir, [
      { type: 'text', text: 'No coma', marks: [{ type: 'bold' }] },
      { type: 'text', text: ' ocho', marks: [{ type: 'link', attrs: { href: '/contacto' } }] },
      { type: 'text', text: ' horas antes.' },
    ]);
    await press(page, 'Comparar');
    await expect(comparison.getByRole('heading', { name: 'Comparación' })).toBeFocused();
    await expect(spanish).toContainText('No coma (ahora en negrita)');
    await expect(spanish.getByRole('deletion')).toHaveText('Quitado: seis');
    await expect(spanish.getByRole('insertion')).toHaveText(['Nuevo: ocho']);
    const shared = comparison.getByRole('region', { name: 'Lo que comparten los idiomas' });
    await expect(shared.getByRole('insertion')).toHaveText(['Nuevo: Dra. Robles', 'Nuevo: Preparación']);
    await expect(spanish).toContainText('Un bloque igual');
    await expect(comparison.getByRole('region', { name: 'inglés' }).getByRole('deletion')).toHaveCount(0);
    await judgeViews(page, 'phone');
  });

  await test.step('it is restored in the languages that are chosen', async () => {
    await press(page, /^Restaurar «Antes de la junta»/);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('¿Restaurar esto en el borrador?');
    await expect(alert).toBeFocused();
    await judgeViews(page, 'desktop');
    await alert.getByRole('checkbox', { name: 'inglés' }).uncheck();
    await press(page, 'Restaurar en el borrador');
    await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía entonces.');
    const restored = await readItem(site.dataDir, 'ayuno');
    expect(JSON.stringify(restored.languages.es?.body)).toContain('No coma seis horas antes.');
    expect([restored.author, restored.tags]).toEqual([undefined, []]);
    await expect(entries(page).filter({ hasText: 'Borrador guardado antes de restaurar' })).toHaveCount(1);
  });

  await test.step('that is undone', async () => {
    await press(page, 'Deshacer');
    await press(page, 'Restaurar en el borrador');
    await expect(notice(page)).toContainText('El borrador dice otra vez lo que decía entonces.');
    const undone = await readItem(site.dataDir, 'ayuno');
    expect(JSON.stringify(undone.languages.es?.body)).toContain(' ocho');
    expect([undone.author, undone.tags]).toEqual(['Dra. Robles', ['preparation']]);
  });

  await test.step('other two are compared, and stay chosen', async () => {
    const before = entries(page).filter({ hasText: 'Antes de la junta' }).last();
    const after = entries(page).filter({ hasText: 'Borrador guardado antes de restaurar' }).last();
    await before.getByRole('radio', { name: /^Antes/ }).check();
    await after.getByRole('radio', { name: /^Después/ }).check();
    await press(page, 'Comparar');
    await expect(comparison.getByRole('heading', { name: 'Comparación' })).toBeFocused();
    await expect(spanish.getByRole('insertion')).toHaveText(['Nuevo: ocho']);
    await expect(after.getByRole('radio', { name: /^Después/ })).toBeChecked();
  });
});
