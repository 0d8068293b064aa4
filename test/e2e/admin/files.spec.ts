import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, LUZ, test } from '../../helpers/admin/sample-admin.ts';
import { expectNoViolations } from '../../helpers/browser/expect-no-violations.ts';
import { hydrated } from '../../helpers/browser/hydrated.ts';
import { index, mp4, pdf as pdfOf } from '../../helpers/files/made-files.ts';

/** A drawing with contents of its own. */
function drawing(name: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><title>${name}</title><rect width="300" height="200" fill="#0a6"/></svg>`;
  return { name: `${name}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

const NEWER = 'Hay cambios: mostrarlos';

const damaged = { name: 'roto.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') };

const picker = (page: Page) => page.locator('main input[type=file]');
const uploads = (page: Page) => page.getByRole('region', { name: 'Archivos que se suben' });
const shown = (page: Page, name: string) => page.locator('#files').getByRole('link', { name, exact: true });

test('many files are uploaded at once, each with its own end, and are found again', async ({
  page,
  enter,
  expected,
}) => {
  expected.problem(/422.*\/admin\/files\/send/);
  await enter('/admin/files');
  await picker(page).setInputFiles([drawing('faro'), damaged, drawing('puente')]);
  await expect(uploads(page).getByRole('status')).toHaveText('2 de 3 archivos subidos');
  await expect(uploads(page).getByText('«roto.png» no es de una clase que el sitio acepte')).toBeVisible();
  await expect(shown(page, 'faro.svg')).toBeVisible();
  await expectNoViolations(page);

  // The same bytes again give the file that is there.
  await picker(page).setInputFiles([{ ...drawing('faro'), name: 'otro.svg' }]);
  await expect(uploads(page).getByText('Ya estaba en la biblioteca')).toBeVisible();
  await uploads(page).getByRole('button', { name: 'Cerrar la lista' }).click();

  const pdf = { name: 'Precios.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf({ pages: 2 })) };
  await picker(page).setInputFiles([pdf]);
  await expect(shown(page, 'Precios.pdf')).toBeVisible();
  await page.getByRole('link', { name: 'Documentos' }).click();
  await expect(shown(page, 'faro.svg')).toBeHidden();
  await expect(page.getByText(/^PDF · \d+ kB · 2 páginas$/)).toBeVisible();
  await page.getByRole('link', { name: 'Todos' }).click();
  await expect(shown(page, 'faro.svg')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Buscar archivos' }).fill('puente');
  await expect(shown(page, 'faro.svg')).toBeHidden();
  await expect(shown(page, 'puente.svg')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/files\?q=puente(&sort=uploaded)?$/);
  await page.getByText('Filtros', { exact: true }).click();
  await expect(page.getByLabel('Orden')).toHaveValue('');
});

test('an upload that a lost connection ends is tried again by a press', async ({ page, enter, expected }) => {
  expected.problem(/ERR_CONNECTION_RESET.*\/admin\/files\/send/);
  await enter('/admin/files');
  await page.route('**/admin/files/send', (route) => route.abort('connectionreset'), { times: 1 });
  await picker(page).setInputFiles([drawing('ola')]);
  await expect(uploads(page).getByText('No se pudo subir. Revise la conexión y reintente.')).toBeVisible();
  await uploads(page).getByRole('button', { name: 'Reintentar la subida de «ola.svg»' }).click();
  await expect(uploads(page).getByText('Subido', { exact: true })).toBeVisible();
  await expect(shown(page, 'ola.svg')).toBeVisible();
});

test('an upload goes on after a reload, once the same file is chosen again', async ({ page, enter, expected }) => {
  expected.problem(/ERR_(FAILED|INTERNET_DISCONNECTED).*\/admin\/uploads/);
  const file = join(await mkdtemp(join(tmpdir(), 'meki-upload-')), 'ruido.png');
  const create = { width: 1_400, height: 1_400, channels: 3, background: '#888', noise: NOISE } as const;
  await sharp({ create }).png({ compressionLevel: 0 }).toFile(file);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await enter('/admin/files');
  await page.route('**/admin/uploads/*', (route, request) =>
    request.headers()['upload-offset'] === '4000000' ? route.abort('internetdisconnected') : route.continue(),
  );
  await picker(page).setInputFiles(file);
  await expect.poll(() => offsets.at(-1)).toBe(4_000_000);
  await page.reload();
  await page.unrouteAll();
  await expect(page.getByRole('region', { name: 'Subidas sin terminar' }).getByText('ruido.png')).toBeVisible();
  await expectNoViolations(page);
  offsets.length = 0;
  await picker(page).setInputFiles(file);
  await expect(uploads(page).getByText('Subido', { exact: true })).toBeVisible();
  expect(offsets).toEqual([4_000_000]);
  await expect(shown(page, 'ruido.png')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Subidas sin terminar' })).toHaveCount(0);
});

test('an upload that is taken back leaves nothing to go on with', async ({ page, enter }) => {
  await enter('/admin/files');
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/admin/uploads/*', async (route, request) => {
    if (request.method() === 'PATCH') {
      asked.resolve();
      await goOn.promise;
    }
    await route.continue().catch(() => {});
  });
  await picker(page).setInputFiles([drawing('nube')]);
  await asked.promise;
  const taken = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await uploads(page).getByRole('button', { name: 'Cancelar la subida de «nube.svg»' }).click();
  await expect(uploads(page).getByText('Cancelado')).toBeVisible();
  goOn.resolve();
  expect((await taken).status()).toBe(204);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Subidas sin terminar' })).toHaveCount(0);
  await expect(shown(page, 'nube.svg')).toHaveCount(0);
});

test('a file is described in both languages, and its translation is told to be out of date', async ({
  page,
  enter,
}) => {
  await enter('/admin/files');
  await picker(page).setInputFiles([drawing('molino')]);
  await shown(page, 'molino.svg').click();
  const [spanish, english] = ['Español (original)', 'Inglés'].map((name) => page.getByRole('form', { name }));
  if (!spanish || !english) throw new Error('There are two languages');
  await spanish.getByLabel('Título').fill('Un molino');
  await spanish.getByLabel('Texto alternativo', { exact: true }).fill('Un molino de viento');
  await spanish.getByRole('button', { name: 'Guardar los textos' }).click();
  await expect(page.getByText('Los textos se guardaron.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Un molino' })).toBeVisible();
  await expect(english.getByText('Original: Un molino de viento')).toBeVisible();
  await english.getByLabel('Título').fill('A mill');
  await english.getByLabel('Texto alternativo', { exact: true }).fill('A windmill');
  await english.getByRole('button', { name: 'Guardar los textos' }).click();
  await expect(english.getByText('Al día.')).toHaveCount(2);
  await spanish.getByLabel('Título').fill('El molino');
  await spanish.getByRole('button', { name: 'Guardar los textos' }).click();
  await expect(english.getByText('Desactualizado.')).toBeVisible();
  await english.getByLabel('Estos textos ya dicen lo mismo').check();
  await english.getByRole('button', { name: 'Guardar los textos' }).click();
  await expect(english.getByText('Al día.')).toHaveCount(2);
  await page.goto('/admin/files?texts=stale.en');
  await expect(page.getByText('Ningún archivo coincide')).toBeVisible();
});

test('a picture that is replaced is another one on the page that shows it, until its former version comes back', async ({
  page,
  enter,
  site,
}) => {
  await enter('/admin/files');
  await shown(page, 'knee-mri.svg').click();
  const uses = page.getByRole('region', { name: 'Dónde se usa' });
  await expect(
    uses.getByText('público (español, inglés)').or(uses.getByText('público (inglés, español)')),
  ).toBeVisible();
  await expect(page.getByLabel('Archivo nuevo')).toHaveAttribute('accept', /^(image\/[a-z+]+,?)+$/);
  await page.getByLabel('Archivo nuevo').setInputFiles(drawing('rodilla'));
  await page.getByRole('button', { name: 'Reemplazar' }).click();
  await expect(page.getByText('El archivo se reemplazó donde se usa.')).toBeVisible();
  const id = page.url().match(/[0-9a-f]{32}/)?.[0] ?? '';
  const publicPage = async () =>
    (
      await fetch(`${site.origin}/estudios/resonancia-magnetica-de-rodilla`, { headers: { accept: 'text/html' } })
    ).text();
  const present = (await page.getByRole('link', { name: 'Abrir el archivo' }).getAttribute('href')) ?? '';
  expect(present).not.toContain(id);
  await expect.poll(publicPage).toContain(present);
  expect(await publicPage()).not.toContain(id);
  await page.getByRole('button', { name: 'Recuperar la versión 1' }).click();
  await expect(page.getByText('La versión se recuperó.')).toBeVisible();
  await expect.poll(publicPage).toContain(id);

  // A language gets one of its own: the page says so, and the form starts anew.
  await page.getByLabel('Archivo nuevo').setInputFiles(drawing('knee'));
  await page.getByLabel('Para', { exact: true }).selectOption('Solo inglés');
  await page.getByRole('button', { name: 'Reemplazar' }).click();
  const own = page.getByRole('region', { name: 'Por idioma, subtítulos e imagen de portada' });
  await expect(own.getByText('Solo inglés', { exact: true })).toBeVisible();
  await expect(own.getByRole('link', { name: 'knee.svg' })).toBeVisible();
  await expect(page.getByText('Se agregó al archivo.')).toBeVisible();
  await expect(page.getByLabel('Para', { exact: true })).toHaveValue('');

  // It has a focal point of its own, and can be taken away and come back.
  const focus = page.getByRole('region', { name: 'Punto focal: Solo inglés' });
  await focus.getByRole('slider', { name: 'De izquierda a derecha' }).press('Home');
  await focus.getByRole('button', { name: 'Guardar el punto focal' }).click();
  await expect(page.getByText('El punto focal se guardó.')).toBeVisible();
  await expect(focus.getByRole('slider', { name: 'De izquierda a derecha' })).toHaveValue('0');
  const shared = page.getByRole('region', { name: 'Punto focal', exact: true });
  await expect(shared.getByRole('slider', { name: 'De izquierda a derecha' })).toHaveValue('5');
  await own.getByRole('button', { name: 'Quitar: Solo inglés' }).click();
  await expect(page.getByText('Se quitó. Sigue entre las versiones')).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.getByRole('button', { name: 'Recuperar la versión 4' }).click();
  await expect(own.getByRole('link', { name: 'knee.svg' })).toBeVisible();
});

test('who removes a file that texts use is told of them first, and can take it back', async ({
  page,
  enter,
  expected,
}) => {
  expected.problem(/422.*\/admin\/files/);
  await enter('/admin/files');
  await page.getByRole('checkbox', { name: 'Seleccionar «chest-x-ray.svg»' }).check();
  const bar = page.getByRole('region', { name: 'Acciones para la selección' });
  await bar.getByRole('combobox', { name: 'Acción' }).selectOption('Enviar a la papelera');
  await bar.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('«chest-x-ray.svg» se usa en:')).toBeVisible();

  // What others do meanwhile does not take the question away.
  const other = await page.context().newPage();
  await other.goto('/admin/files');
  await hydrated(other);
  await picker(other).setInputFiles([drawing('garza')]);
  await page.getByRole('button', { name: NEWER }).click();
  await expect(shown(page, 'garza.svg')).toBeVisible();
  await other.close();
  await page.getByRole('button', { name: 'Enviar a la papelera de todos modos' }).click();
  await expect(page.getByText('1 archivo está en la papelera.')).toBeVisible();
  await page.getByRole('link', { name: 'Papelera' }).click();
  await page.getByRole('checkbox', { name: 'Seleccionar «chest-x-ray.svg»' }).check();
  await bar.getByRole('combobox', { name: 'Acción' }).selectOption('Sacar de la papelera');
  await bar.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('1 archivo volvió a la biblioteca.')).toBeVisible();
});

test('an author uploads and describes, and neither replaces nor removes what others uploaded', async ({
  page,
  enter,
}) => {
  await enter('/admin/files', LUZ);
  await expect(page.getByRole('button', { name: 'Subir archivos' })).toBeVisible();
  await shown(page, 'brain-mri.svg').click();
  await expect(page.getByRole('heading', { name: 'Dónde se usa' })).toBeVisible();
  for (const name of ['Reemplazar', 'Enviar a la papelera', 'Guardar los textos']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a file is uploaded, described and put into the trash by plain forms', async ({ page, enter, expected }) => {
    expected.problem(/422.*\/admin\/files\/upload/);
    await enter('/admin/files');
    await page.getByRole('link', { name: 'Subir archivos' }).click();
    await page.getByLabel('Archivo', { exact: true }).setInputFiles(damaged);
    await page.getByRole('button', { name: 'Subir', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('«roto.png» no es de una clase que el sitio acepte');
    await page.getByLabel('Archivo', { exact: true }).setInputFiles(drawing('isla'));
    await page.getByRole('button', { name: 'Subir', exact: true }).click();
    await expect(page.getByText('El archivo se subió.')).toBeVisible();
    await page.getByLabel('Etiquetas').fill('mar, costa');
    await page.getByRole('button', { name: 'Guardar las etiquetas' }).click();
    await expect(page.getByText('Las etiquetas se guardaron.')).toBeVisible();
    await expect(page.getByLabel('Etiquetas')).toHaveValue('costa, mar');
    await page.getByRole('button', { name: 'Enviar a la papelera' }).click();
    await expect(page.getByText('El archivo está en la papelera.')).toBeVisible();
  });

  test('a film gets captions and loses them again', async ({ page, enter }) => {
    await enter('/admin/files/upload');
    const film = { name: 'sala.mp4', mimeType: 'video/mp4', buffer: Buffer.from(mp4('isom', index(5))) };
    await page.getByLabel('Archivo', { exact: true }).setInputFiles(film);
    await page.getByRole('button', { name: 'Subir', exact: true }).click();
    await expect(page.getByText('No hay versiones anteriores.')).toBeVisible();
    const chosen = page.getByLabel('Archivo nuevo');
    await expect(chosen).toHaveAttribute('accept', /^image.*\.mp4,\.webm,\.vtt$/);
    const text = 'WEBVTT\n\n00:00.000 --> 00:02.000\nHola\n';
    await chosen.setInputFiles({ name: 'es.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) });
    await page.getByLabel('Para', { exact: true }).selectOption('Subtítulos en español (VTT)');
    await page.getByRole('button', { name: 'Reemplazar' }).click();
    await expect(page.getByText('Se agregó al archivo.')).toBeVisible();
    await page.getByRole('button', { name: 'Quitar: Subtítulos en español (VTT)' }).click();
    await expect(page.getByText('Se quitó. Sigue entre las versiones')).toBeVisible();
    await expect(page.getByText('Versión 2: es.vtt (Subtítulos en español (VTT))')).toBeVisible();
  });
});
