import type { Page } from '@playwright/test';
import { hydrated } from '../helpers/hydrated.ts';
import { expect, LUZ, rows, test } from '../helpers/sample-admin.ts';

const mark = (page: Page, title: string) => page.getByRole('checkbox', { name: `Seleccionar «${title}»` });
const action = (page: Page) => page.getByLabel('Acción', { exact: true });
const apply = (page: Page) => page.getByRole('button', { name: 'Aplicar', exact: true });
const result = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });
const toasts = (page: Page) => page.getByRole('region', { name: /^Notificaciones/ }).getByRole('listitem');
const statusOf = async (page: Page, path: string) => (await page.request.get(path, { maxRedirects: 0 })).status();

test('items are found', async ({ page, enter }) => {
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
});

test('what is done to many is told, and taken back from there', async ({ page, enter }) => {
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
    await enter('/admin/items/news');
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
    await enter('/admin/items/news?new=');
    await page.getByLabel('Título').fill('Una nota sin terminar');
    await page.getByRole('button', { name: 'Crear y escribir' }).click();
    await expect(page).toHaveURL(/\/admin\/items\/news\/[0-9a-f-]{36}$/);
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

test('an item is put away, and a new one is written', async ({ page, enter }) => {
  await test.step('an item goes to the trash and back, and for good only after a question', async () => {
    // Tall enough that the row of an open menu does not scroll out of view when the result appears.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await enter('/admin/items/studies');
    const menu = (name: string) => page.getByRole('button', { name: `Acciones de «${name}»` });
    const choose = async (title: string, item: string) => {
      await menu(title).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Mastografía', 'Mover a la papelera');
    await expect(result(page, 'Se movió 1 contenido a la papelera')).toBeVisible();
    await page.getByRole('link', { name: 'Papelera' }).click();
    await expect(rows(page).filter({ hasText: 'Mastografía' })).toBeVisible();
    await choose('Mastografía', 'Eliminar para siempre');
    const question = page.getByRole('alertdialog', { name: '¿Eliminar 1 contenido para siempre?' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(menu('Mastografía')).toBeVisible();
    await choose('Mastografía', 'Eliminar para siempre');
    await question.getByRole('button', { name: 'Eliminar para siempre' }).click();
    await expect(result(page, 'Se eliminó 1 contenido para siempre')).toBeVisible();
    await expect(page.getByText('La papelera está vacía.')).toBeVisible();
  });

  await test.step('a question is asked for with its answer and its group, and stands there', async () => {
    await enter('/admin/items/faqs?new=');
    await page.getByLabel('Pregunta').fill('¿Puedo ir con acompañante?');
    await page.getByLabel('Respuesta').fill('Sí, con una persona.\n\nEspera en la sala.');
    await page.getByLabel('Grupo').selectOption('Durante el estudio');
    await page.getByRole('button', { name: 'Crear y escribir' }).click();
    await expect(page).toHaveURL(/\/admin\/items\/faqs\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('textbox').filter({ hasText: 'Espera en la sala.' })).toBeVisible();
    await page.goto('/admin/items/faqs');
    const group = page.getByRole('region', { name: 'Durante el estudio' });
    await expect(group.getByRole('heading', { level: 3 }).last()).toHaveText('¿Puedo ir con acompañante?');
  });
});

test('who may not do something is not offered it', async ({ page, enter }) => {
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('one works on items', async ({ page, enter }) => {
    await test.step('items are filtered, put away and brought back', async () => {
      await enter('/admin/items/studies?tag=breast');
      await expect(rows(page)).toHaveText(['Mastografía']);
      await mark(page, 'Mastografía').check();
      await action(page).selectOption('archive');
      await apply(page).click();
      await expect(result(page, 'Se archivó 1 contenido')).toBeVisible();
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(result(page, 'Cambio deshecho en 1 contenido')).toBeVisible();
      await expect(rows(page).filter({ hasText: 'Mastografía' })).toBeVisible();
      expect(await statusOf(page, '/estudios/mastografia')).toBe(200);
    });

    await test.step('a question moves down by its button', async () => {
      await page.goto('/admin/items/faqs');
      const [first = '', second = ''] = await rows(page).allTextContents();
      await page.getByRole('button', { name: `Bajar «${first}»` }).click();
      await expect(rows(page).first()).toHaveText(second);
    });

    await test.step('a version is saved and compared, and the preview is shown in another language', async () => {
      await page.goto('/admin/items/studies/mammogram/revisions');
      await page.getByLabel('Nombre de la versión').fill('Antes de la junta');
      await page.getByRole('button', { name: 'Guardar la versión' }).click();
      await page.getByRole('button', { name: 'Comparar' }).click();
      const spanish = page.getByRole('region', { name: 'Comparación' }).getByRole('region', { name: 'español' });
      await expect(spanish).toContainText('Las dos dicen lo mismo.');
      await page.getByRole('link', { name: 'Vista previa' }).click();
      await page.getByText('inglés', { exact: true }).click();
      await page.getByRole('button', { name: 'Mostrar la vista previa' }).click();
      const frame = page.frameLocator('iframe[title="La página en inglés, como quedaría"]');
      await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Mammogram');
    });
  });
});
