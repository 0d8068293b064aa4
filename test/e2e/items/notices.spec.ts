import type { Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible();
const EDITOR = '/admin/items/site-notices/site-notices';
const column = (page: Page, language: 'es' | 'en') => page.locator(`[data-column="${language}"]`);

test('a notice is written by keyboard in both languages, shown where it belongs, and closed by its reader', async ({
  openAs,
  browser,
  site,
  publish,
}) => {
  const page = await openAs('Ana', '/admin/site');

  await test.step('a notice is added by keyboard, and each language has a field for its text at once', async () => {
    await page.getByRole('button', { name: 'Avisos' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Agregar a Avisos' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Clase')).toBeFocused();
    await page.keyboard.type('Cerr');
    await page.getByLabel('Desde').fill('2026-01-02T10:00');
    await page.getByLabel('Hasta').fill('2026-01-01T10:00');
    await expect(page.getByText(/Empieza el 2 de enero de 2026.*: no puede terminar antes\./)).toBeVisible();
    await page.getByLabel('Hasta').fill('2099-01-01T10:00');
    const only = page.getByRole('group', { name: 'Solo en' });
    await only.getByRole('button', { name: 'Elegir adónde lleva' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('artíc');
    await page.getByRole('dialog').getByRole('option').first().click();
    await expect(only).toContainText('Artículos');
    await expect(page.getByText(/^Si queda vacío: «/), 'a notice is not called by where it is').toHaveCount(0);
    await only.getByRole('button', { name: 'Quitar' }).click();
    await expect(page.getByText(/no puede terminar antes\./)).toHaveCount(0);
    const group = column(page, 'es').getByRole('group', { name: 'Avisos 1' });
    await group.getByLabel('Texto del aviso').focus();
    await page.keyboard.type('Hoy no abrimos.');
    await column(page, 'en').getByLabel('Texto del aviso').focus();
    await page.keyboard.type('We are closed today.');
    await saved(page);
    await expectNoViolations(page);
    await publish(EDITOR);
  });

  const reader = await browser.newContext({ baseURL: site.origin });
  const visit = await reader.newPage();
  const notice = visit.getByRole('region', { name: 'Notices' }).getByRole('listitem');

  await test.step('a reader has it above the page, without anything wrong', async () => {
    await visit.goto('/en/search');
    await expect(notice).toHaveText(/Closed: We are closed today\./);
    await expectNoViolations(visit);
    await visit.setViewportSize({ width: 320, height: 640 });
    expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  await test.step('once closed it stays away, from the first moment of the next page, without a cookie', async () => {
    await visit.getByRole('button', { name: 'Close the notice: We are closed today.' }).click();
    await expect(notice).toHaveCount(0);
    await visit.goto('/en/search?q=a');
    await expect(visit.getByRole('main')).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(await reader.cookies()).toEqual([]);
    await visit.goto('/buscar');
    await expect(visit.getByText('Hoy no abrimos.'), 'another language').toBeVisible();
  });

  await test.step('by keyboard, once the page is hydrated', async () => {
    await hydrated(visit);
    const close = visit.getByRole('button', { name: 'Cerrar el aviso: Hoy no abrimos.' });
    await close.focus();
    await visit.keyboard.press('Enter');
    await expect(visit.getByText('Hoy no abrimos.')).toHaveCount(0);
    await expect(visit.getByRole('main')).toBeFocused();
  });

  await test.step('another text brings it back', async () => {
    await page.goto(EDITOR);
    await hydrated(page);
    await column(page, 'en').getByLabel('Texto del aviso').fill('We are closed this week.');
    await saved(page);
    await publish(EDITOR);
    await visit.goto('/en/search');
    await expect(notice).toHaveText(/We are closed this week\./);
  });

  await test.step('without script it is there, and has no button that does nothing', async () => {
    const plain = await browser.newContext({ baseURL: site.origin, javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto('/en/search');
    await expect(page.getByText('We are closed this week.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Close the notice/ })).toHaveCount(0);
    await plain.close();
  });
  await reader.close();
});

test('on a phone, an exceptional day is written with its reason, and readers have it beside the hours', async ({
  openAs,
  site,
  publish,
}) => {
  const page = await openAs('Ana');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/admin/site');
  await hydrated(page);
  await page.getByRole('button', { name: 'Contacto y horario' }).click();
  await page.getByRole('button', { name: 'Agregar a Horario' }).click();
  const hours = page.getByRole('group', { name: 'Horario 1' });
  await hours.getByText('lu', { exact: false }).first().click();
  await hours.getByLabel('Abre').fill('07:00');
  await hours.getByLabel('Cierra').fill('14:00');
  await page.getByRole('button', { name: 'Agregar a Días excepcionales' }).click();
  const day = page.locator('[data-shared]').getByRole('group', { name: 'Días excepcionales 1' });
  await day.getByLabel('Día', { exact: true }).fill('2098-12-25');
  await day.getByLabel('Abre').fill('09:00');
  await expect(day.getByLabel('Cierra')).toHaveAccessibleDescription('Indique las dos horas, o ninguna.');
  await day.getByLabel('Abre').fill('');
  await expect(day.getByLabel('Cierra')).not.toHaveAccessibleDescription(/Indique/);
  await column(page, 'es').getByLabel('Motivo').fill('Navidad');
  await saved(page);
  await publish('/admin/items/site-contact/site-contact', ['es']);
  const text = await (await fetch(`${site.origin}/search`)).text();
  expect(text).toMatch(/Cerrado ahora|Abierto ahora/);
  expect(text).toContain('Navidad');
  expect(text).toMatch(/25 de diciembre/);
});
