import type { Page } from '@playwright/test';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { judgeViews } from '../../helpers/browser/judge-views.ts';
import { articleOf, writeItems } from '../../helpers/data-folders/write-items.ts';
import { expect, test } from '../../helpers/items/item-pages.ts';

const LOGO = {
  name: 'logotipo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><circle cx="60" cy="60" r="60" fill="#036"/></svg>',
  ),
};

/** One word. */
const LONG_NAME = 'Otorhinolaryngologyradiologymagneticresonancetomographies';

/** A color as a browser says it. */
const rgbOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible();

test('an owner changes what the site says about itself, in both languages', async ({ openAs, site, publish }) => {
  const page = await openAs('Ana', '/admin/site');
  const part = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const column = (language: 'es' | 'en') => page.locator(`[data-column="${language}"]`);
  const textOf = async (path: string) => (await fetch(site.origin + path)).text();

  await test.step('it begins when it is opened, and says what stands there while it is empty', async () => {
    await expect(part('Identidad')).toContainText('Aquí no se ha cambiado nada todavía.');
    await page.getByRole('button', { name: 'Identidad' }).click();
    await expect(column('es').getByLabel('Nombre del sitio')).toBeVisible();
    await expect(column('es').getByText('Si queda vacío: «Meki Imagen».')).toBeVisible();
    await expect(column('en').getByText('Si queda vacío: «Meki Imaging».')).toBeVisible();
    await expect(page.getByLabel('Título', { exact: true })).toHaveCount(0);
    await expect(page.getByLabel('Año de fundación')).toHaveAccessibleDescription('Para buscadores.');
    await expectNoViolations(page);
  });

  await test.step('write the name in both languages, and choose a logo', async () => {
    await column('es').getByLabel('Nombre del sitio').fill('Clínica Norte');
    await column('en').getByLabel('Nombre del sitio').fill(LONG_NAME);
    const logo = page.getByRole('group', { name: 'Logotipo', exact: true });
    await logo.getByRole('button', { name: 'Elegir' }).click();
    await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(LOGO);
    await expect(logo.getByRole('button', { name: 'Quitar' })).toBeVisible();
    await saved(page);
    await publish('/admin/items/site-identity/site-identity');
    await expect.poll(() => textOf('/es/search')).toMatch(/Clínica Norte<\/span>/);
    expect(await textOf('/es/search')).toMatch(/<img[^>]+src="\/media\/[0-9a-f]{32}\//);
    expect(await textOf('/en/search')).toContain(LONG_NAME);
    expect(await textOf('/feed.xml')).toContain('<title>Clínica Norte</title>');
  });

  await test.step('a link that runs code is refused where it is written', async () => {
    await page.goto('/admin/site');
    await expect(part('Identidad')).toContainText('Publicado');
    await page.getByRole('button', { name: 'Contacto y horario' }).click();
    const map = page.getByLabel('Enlace al mapa');
    await map.fill('javascript:alert(1)');
    await expect(page.getByText('Escriba una dirección que empiece con https://.')).toBeVisible();
    await map.fill('https://example.org/map');
    await page.getByLabel('Teléfono').fill('33 1234 5678');
    await page.getByRole('button', { name: 'Agregar a Perfiles en redes' }).click();
    const profile = page.getByRole('group', { name: 'Perfiles en redes 1' });
    await profile.getByLabel('Nombre').fill('Mastodon');
    await profile.getByLabel('Dirección').fill('https://example.social/@norte');
    await saved(page);
    await publish('/admin/items/site-contact/site-contact');
    await expectNoViolations(page);
    await expect.poll(() => textOf('/es/search')).toContain('href="tel:3312345678"');
    expect(await textOf('/en/search')).toContain('href="https://example.social/@norte"');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/en/search');
    await expect(page.locator('header picture img')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'a long name breaks').toBe(320);
  });

  await test.step('the list of the type is the page of the site, and it has no page of its own', async () => {
    await page.goto('/en/admin/items/site-identity');
    await expect(page).toHaveURL(/\/en\/admin\/site$/);
    expect((await fetch(`${site.origin}/site-identity/site-identity`)).status).toBe(404);
  });
});

test('an owner chooses a color that can be read and an icon, which public pages have in both modes', async ({
  openAs,
  site,
  publish,
}) => {
  const page = await openAs('Ana', '/admin/site');
  await page.getByRole('button', { name: 'Identidad' }).click();
  const color = page.getByLabel('Color', { exact: true });
  const preview = page.getByText(/^Así se ven las páginas/);

  await test.step('what cannot be read is told beside it, with the nearest color that can', async () => {
    await color.fill('rojo');
    await expect(color).toHaveAccessibleDescription(/Escriba un color como #006162\.$/);
    await color.fill('#E0457B');
    await expect(color).toHaveAccessibleDescription(
      /El blanco sobre este color tiene 4\.0:1, y para leerse necesita 4\.5:1/,
    );
    await expect(preview).toBeHidden();
    await page.getByRole('button', { name: /^Usar #/ }).press('Enter');
    await expect(page.getByLabel('Elegir en la paleta')).toBeFocused();
    await expect(color).toHaveValue(/^#[0-9a-f]{6}$/);
    await expect(preview).toBeVisible();
    await judgeViews(page, 'phone');
    await saved(page);
  });

  await test.step('pages have it, and the icon, once they are published', async () => {
    const [chosen, icon] = [await color.inputValue(), page.getByRole('group', { name: 'Icono del sitio' })];
    await icon.getByRole('button', { name: 'Elegir' }).click();
    await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(LOGO);
    await expect(icon.getByRole('button', { name: 'Quitar' })).toBeVisible();
    await saved(page);
    await publish('/admin/items/site-identity/site-identity');
    const text = async () => (await fetch(`${site.origin}/es/search`)).text();
    await expect.poll(text).toContain(`--color-meki-teal-700:${chosen}`);
    const [, tab = ''] = /<link rel="icon" href="([^"]+)"/.exec(await text()) ?? [];
    const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(await text()) ?? [];
    const typeOf = async (path: string) => (await fetch(site.origin + path)).headers.get('content-type');
    expect([await typeOf(tab), await typeOf(touch)]).toEqual(['image/svg+xml', 'image/png']);
    await page.goto('/es/search');
    const button = page.getByRole('main').getByRole('button').first();
    await expect(button).toHaveCSS('background-color', rgbOf(chosen));
    await expectNoViolations(page);
  });
});

test('while a site has no hours of its own, the editor says those of the contact page', async ({
  openAs,
  site,
  publish,
}) => {
  const hours = [{ days: [1, 2], opens: '07:00', closes: '14:00' }];
  const es = { title: 'Contacto', slug: 'contact', summary: 'Cómo llegar.', paragraphs: ['Texto.'] };
  await writeItems(site.dataDir, [{ ...articleOf('contact', { es }), type: 'pages', fields: { openingHours: hours } }]);
  await publish('/admin/items/pages/contact', ['es']);
  const page = await openAs('Ana', '/admin/site');
  await page.getByRole('button', { name: 'Contacto y horario' }).click();
  await expect(page.getByText(/^Si queda vacío: «lunes y martes, 7:00/)).toBeVisible();
});
