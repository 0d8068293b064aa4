import type { Page } from '@playwright/test';
import { expect, LUZ, rows, test } from '../../helpers/admin/sample-admin.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { ANA } from '../../helpers/data-folders/person.ts';
import { createPlainBrowser } from '../../helpers/requests/plain-browser.ts';
import { signInCookie } from '../../helpers/servers/sign-in-cookie.ts';

const mark = (page: Page, title: string) => page.getByRole('checkbox', { name: `Seleccionar «${title}»` });
const action = (page: Page) => page.getByLabel('Acción', { exact: true });
const apply = (page: Page) => page.getByRole('button', { name: 'Aplicar', exact: true });
const result = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const toasts = (page: Page) => page.getByRole('region', { name: /^Notificaciones/ }).getByRole('listitem');
const statusOf = async (page: Page, path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();

test('items are found, and what may be done with them is offered', async ({ page, enter }) => {
  await enter('/admin/items/studies');

  await test.step('the filters stay open under the hand that chooses', async () => {
    await page.getByText('Filtros', { exact: true }).click();
    const tag = page.getByLabel('Tema', { exact: true }).first();
    await tag.focus();
    await tag.selectOption({ index: 1 });
    await expect(page).toHaveURL(/[?&]tag=[a-z]/);
    await tag.selectOption({ index: 0 });
    await expect(page).not.toHaveURL(/[?&]tag=[a-z]/);
    await expect(rows(page)).toHaveCount(10);
    await expect(tag).toBeFocused();
    await page.getByText('Filtros', { exact: true }).click();
  });

  await test.step('a list follows what is typed and chosen, and its address brings it back', async () => {
    await expect(rows(page)).toHaveCount(10);
    await expect(async () => {
      await page.getByRole('searchbox').fill('');
      await page.getByRole('searchbox').fill('torax');
      await expect(rows(page).first()).toHaveText('Radiografía de tórax', { timeout: 2_000 });
    }).toPass();
    await expect(page).toHaveURL(/[?&]q=torax/);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Estado').selectOption({ label: 'Inglés: Falta' });
    await expect(page.getByText('Nada coincide con lo que busca.')).toBeVisible();
    await page.getByRole('link', { name: 'Quitar filtros' }).click();
    await expect(rows(page)).toHaveCount(10);
    await page.goto('/admin/items/studies?state=en.missing');
    await expect(rows(page)).toHaveText(['Radiografía panorámica dental']);
  });

  await test.step('the palette finds an item by a word of its text, and begins a new one', async () => {
    await hydrated(page);
    await page.keyboard.press('Control+k');
    // The item search is built after the server has started.
    await expect(async () => {
      await page.getByRole('combobox').fill('');
      await page.getByRole('combobox').fill('torax');
      await expect(page.getByRole('option', { name: /^Radiografía de tórax/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByRole('combobox').fill('nueva noticia');
    await page.getByRole('option', { name: 'Crear noticia' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Crear noticia' })).toBeFocused();
  });

  await test.step('who may not do something is not offered it', async () => {
    await enter('/admin/items/studies', LUZ);
    await page.getByRole('button', { name: 'Acciones de «Mastografía»' }).click();
    await expect(page.getByRole('menuitem', { name: 'Abrir' })).toBeVisible();
    for (const name of ['Publicar', 'Retirar del sitio', 'Archivar', 'Mover a la papelera']) {
      await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await mark(page, 'Mastografía').check();
    await expect(action(page)).toBeVisible();
    await expect(action(page).getByRole('option', { name: 'Publicar' })).toHaveCount(0);
  });
});

test('what is done to many is told, and taken back from there', async ({ page, enter, site }) => {
  await test.step('what was taken off the site together is told once and comes back from there, at its address', async () => {
    await enter('/admin/items/studies');
    await mark(page, 'Mastografía').check();
    await mark(page, 'Radiografía de tórax').check();
    await expect(page.getByText('2 seleccionados')).toBeVisible();
    await action(page).selectOption('unpublish');
    await apply(page).click();
    await expect(result(page, 'Se retiraron 2 contenidos del sitio')).toBeVisible();
    await expect.poll(() => statusOf(page, '/estudios/radiografia-de-torax')).not.toBe(200);
    await expect(toasts(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(result(page, 'Cambio deshecho en 2 contenidos')).toBeVisible();
    await expect.poll(() => statusOf(page, '/estudios/radiografia-de-torax')).toBe(200);
    await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('a topic is given to many, seen at each of them, and taken back from the page', async () => {
    await page.goto('/admin/items/news');
    await hydrated(page);
    const before = await page.getByRole('list', { name: 'Temas' }).allTextContents();
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo de esta página' }).check();
    await action(page).selectOption('tag');
    const tag = page.getByRole('region', { name: 'Acciones para la selección' }).getByLabel('Tema', { exact: true });
    const [, ...names] = await tag.getByRole('option').allTextContents();
    const name = names.find((one) => !before.join().includes(one)) ?? '';
    await tag.selectOption(name);
    await apply(page).click();
    const told = page.getByRole('region', { name: /^Se agregó el tema a/ });
    await expect(told).toContainText('Los visitantes verán los temas cuando se publique.');
    const count = await rows(page).count();
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(count);
    await told.getByRole('button', { name: 'Deshacer' }).click();
    await expect(result(page, /^Cambio deshecho en/)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Temas' })).toHaveText(before);
  });

  await test.step('what cannot be published is told with its reason, and what is public as it is with its number', async () => {
    const writer = createPlainBrowser(site.origin, await signInCookie(site.origin, ANA));
    const form = await writer.open('/admin/items/news?new=');
    form.field('Título').fill('Una nota sin terminar');
    await writer.press('Crear y escribir');
    await page.goto('/admin/items/news');
    await hydrated(page);
    await page.getByRole('checkbox', { name: 'Seleccionar todo lo de esta página' }).check();
    await action(page).selectOption('publish');
    await apply(page).click();
    await expect(result(page, 'No se publicó nada')).toBeVisible();
    const failed = page.getByRole('region', { name: 'No se publicó nada' });
    await expect(failed.getByText(/^[1-9]\d* ya estaban así$/)).toBeVisible();
    await expect(failed.getByRole('listitem').filter({ hasText: 'Una nota sin terminar' })).toContainText(
      'falta el resumen',
    );
    await page.getByRole('button', { name: 'Publicar aunque haya avisos' }).click();
    await expect(result(page, 'Se publicó 1 contenido')).toBeVisible();
    await expect(failed.getByText('Una nota sin terminar')).toHaveCount(0);
    await expect.poll(() => statusOf(page, '/noticias/una-nota-sin-terminar')).toBe(200);
  });
});
