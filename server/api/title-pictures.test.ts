import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { titlePicturePath } from '#core/discovery/title-picture-path.ts';
import { createContentSite, testLanguage } from '../../test/helpers/content/create-content-site.ts';
import { publish } from '../../test/helpers/content/publish.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createTitlePictureRoutes } from './title-pictures.ts';

const design = (name: string) => fileURLToPath(new URL(`../../app/ui/title-picture/${name}`, import.meta.url));

const pictures = createPictures({
  titleDesign: {
    background: design('background.svg'),
    font: design('figtree-semibold.ttf'),
    fontFamily: 'Figtree',
    covered: /^[\u0020-\u00ff]*$/,
  },
});
afterAll(() => pictures.close());

function createTitles() {
  const site = createContentSite();
  const log = createFakeLog();
  const files = createMemoryFileStore();
  const routes = createTitlePictureRoutes({ ...site, pictures, drawnFiles: createDrawnFiles({ files, log }) });
  const get = async (path: string, headers = {}) => routes.request(path, { headers });
  return { ...site, files, get };
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('the site, a listing and a page have preview pictures of their titles', async () => {
  const site = createTitles();
  await site.putItem('a', 'notice', { es: testLanguage('uno', { title: 'Árbol & <b>' }) });
  await publish(site, 'a', ['es']);
  const seen = new Set<string>();
  for (const subject of [{}, { type: 'notice' }, { type: 'notice', slug: 'uno', revision: 1 }]) {
    const response = await site.get(titlePicturePath({ language: 'es', ...subject }));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const bytes = await bytesOf(response);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.byteLength).toBeLessThan(120_000);
    seen.add(bytes.toString('base64'));
    const again = await site.get(titlePicturePath({ language: 'es', ...subject }), {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  }
  expect(seen.size).toBe(3);
});

test('caches ask again for the picture of a page, which may be unpublished', async () => {
  const site = createTitles();
  await site.putItem('a', 'notice', { es: testLanguage('uno') });
  await publish(site, 'a', ['es']);
  const controls = ['es', 'es/notice', 'es/notice/uno'].map(async (path) => {
    const response = await site.get(`/media/titles/${path}.jpg`);
    return response.headers.get('cache-control');
  });
  expect(await Promise.all(controls)).toEqual(['public, no-cache', 'public, no-cache', 'public, no-cache']);
});

test('only what is published is drawn', async () => {
  const site = createTitles();
  await site.putItem('a', 'notice', { es: testLanguage('uno') });
  const paths = [
    'es/notice/uno',
    'es/notice/other',
    'es/unknown/uno',
    'xx/notice/uno',
    'es/unknown',
    'xx',
    '__proto__',
  ];
  for (const path of paths) expect([path, (await site.get(`/media/titles/${path}.jpg`)).status]).toEqual([path, 404]);
  expect((await site.get('/media/titles/es')).status).toBe(404);
});

async function draw(title: string) {
  const made = await pictures.drawTitle({ title, siteName: 'Prueba', isRightToLeft: false });
  return made.ok ? Buffer.from(made.bytes).toString('base64') : made.reason;
}

test.each([
  ['Ñandú', 'Ñandú'],
  ['Phở en la clínica', 'Pho en la clínica'],
  ['Resonancia 🧲 magnética', 'Resonancia magnética'],
  ['Dolor ≥ 3', 'Dolor 3'],
  ['Łódź', 'Lódz'],
  ['Šta je MR?', 'Sta je MR?'],
  ['Что это', 'Chto eto'],
  ['Rayos‑X − H₂O', 'Rayos-X - H2O'],
  ['Reso\u200bnancia', 'Resonancia'],
  ['MR 核磁', 'MR'],
  ['日本語', ''],
  ['日本語日本 2', ''],
  ['🧲', ''],
])('a letter that the font lacks does not lose the title: %j is drawn as %j', async (title, drawn) => {
  expect(await draw(title)).toBe(await draw(drawn));
  if (drawn !== '') expect(await draw(drawn)).not.toBe(await draw(''));
});
