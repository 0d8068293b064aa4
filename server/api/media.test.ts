import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { publications } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import { fileCollectionsIn } from '#core/files/stage-file.ts';
import { jobs } from '#core/jobs/jobs-collection.ts';
import { type FileStore, FileStoreBusy } from '#core/media/file-store.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import { type Pictures, PicturesBusy, PicturesClosed } from '#core/media/pictures.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createMediaRoutes } from './media.ts';

const PHOTO = 'a'.repeat(32);
const DRAWING = 'b'.repeat(32);
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120" height="80"><rect width="120" height="80"/></svg>',
);

const pictures = createPictures();
afterAll(() => pictures.close());

let files: FileStore;
let make: Pictures['make'];
let made: PictureRecipe[];
let log: ReturnType<typeof createFakeLog>;
let get: (path: string, headers?: { [name: string]: string }, method?: string) => Promise<Response>;

beforeEach(async () => {
  files = createMemoryFileStore();
  made = [];
  log = createFakeLog();
  const store = createMemoryDocumentStore({
    collections: [...fileCollectionsIn([]), publications, jobs] as Collection[],
  });
  const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await files.write(`media/${PHOTO}/original.png`, photo);
  await files.write(`media/${DRAWING}/original.svg`, SVG);
  await store.commit([
    {
      kind: 'set',
      path: `media/${PHOTO}`,
      data: { id: PHOTO, name: 'a.png', contentType: 'image/png', bytes: photo.length, width: 800, height: 400 },
    },
    {
      kind: 'set',
      path: `media/${DRAWING}`,
      data: { id: DRAWING, name: 'b.svg', contentType: 'image/svg+xml', bytes: SVG.length, width: 120, height: 80 },
    },
  ]);
  make = pictures.make;
  const routes = createMediaRoutes({
    store,
    remembered: store,
    files,
    pictures: {
      make(load, contentType, recipe) {
        made.push(recipe);
        return make(load, contentType, recipe);
      },
    },
    drawnFiles: createDrawnFiles({ files, log }),
    judgeReader: async () => ({ mayRead: false, setCookies: [] }),
    readPreview: async () => undefined,
    tellsSharedCaches: true,
  });
  get = async (path, headers = {}, method = 'GET') => routes.request(path, { headers, method });
});

const sizeOf = async (response: Response) => {
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height, format };
};

describe('a file of the site', () => {
  test('is served in the size that it came in, and kept for a day', async () => {
    const response = await get(`/media/${PHOTO}/original.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sizeOf(response)).toEqual({ width: 800, height: 400, format: 'png' });
    expect((await get(`/media/${PHOTO}/original`)).status).toBe(200);
    const tag = response.headers.get('etag') ?? '';
    expect((await get(`/media/${PHOTO}/original.png`, { 'if-none-match': tag })).status).toBe(304);
  });

  test('has forms that are kept for good', async () => {
    const response = await get(`/media/${PHOTO}/320.webp`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const tag = response.headers.get('etag') ?? '';
    expect((await get(`/media/${PHOTO}/320.webp`, { 'if-none-match': tag })).status).toBe(304);
  });

  test('is sent in ranges, and without a body for HEAD', async () => {
    const whole = Buffer.from(await (await get(`/media/${PHOTO}/original`)).arrayBuffer());
    const part = await get(`/media/${PHOTO}/original`, { range: 'bytes=1-3' });
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString()]).toEqual([206, 'PNG']);
    const head = await get(`/media/${PHOTO}/original`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(whole.length),
      '',
    ]);
  });

  test('cannot run scripts when it is a drawing', async () => {
    const response = await get(`/media/${DRAWING}/original.svg`);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
    );
  });

  test.each([
    [PHOTO, '320.webp', { width: 320, height: 160, format: 'webp' }],
    [PHOTO, '1280.webp', { width: 800, height: 400, format: 'webp' }],
    [DRAWING, '640.webp', { width: 640, height: 427, format: 'webp' }],
    [PHOTO, '640.avif', { width: 640, height: 320, format: 'heif' }],
    [PHOTO, '640.jpg', { width: 640, height: 320, format: 'jpeg' }],
    [PHOTO, 'og.jpg', { width: 1200, height: 630, format: 'jpeg' }],
    [PHOTO, 'og.png', { width: 1200, height: 630, format: 'png' }],
    [DRAWING, 'og.png', { width: 1200, height: 630, format: 'png' }],
  ])('has other forms: %s/%s', async (id, variant, size) => {
    expect(await sizeOf(await get(`/media/${id}/${variant}`))).toEqual(size);
  });

  test('has each form made once, however many ask for it', async () => {
    await Promise.all([1, 2, 3].map(() => get(`/media/${PHOTO}/320.webp`)));
    await get(`/media/${PHOTO}/320.webp`);
    expect(made).toHaveLength(1);
    expect(await files.read(`media/${PHOTO}/320.webp`)).toBeDefined();
  });

  test('is sent though its form cannot be kept, which is logged', async () => {
    files.write = () => Promise.reject(new Error('disk full'));
    expect((await get(`/media/${PHOTO}/320.webp`)).status).toBe(200);
    expect(log.errors).toMatchObject([{ fields: { err: { message: 'disk full' } } }]);
  });
});

describe('a picture that cannot be drawn', () => {
  test('is not found, is tried once for all its forms, and is logged once', async () => {
    make = vi.fn(async () => ({ ok: false, reason: 'costly' }) as const);
    const answers = await Promise.all([get(`/media/${DRAWING}/640.webp`), get(`/media/${DRAWING}/640.webp`)]);
    for (const name of ['640.webp', '320.webp', 'og.png']) answers.push(await get(`/media/${DRAWING}/${name}`));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'public, max-age=60']);
    }
    expect(made).toHaveLength(1);
    expect(log.warnings).toMatchObject([{ fields: { key: `media/${DRAWING}/640.webp`, reason: 'costly' } }]);
    expect((await get(`/media/${PHOTO}/640.webp`)).status).toBe(404);
  });

  test('is still served as it came, when that can be read', async () => {
    make = async (load, contentType, recipe) =>
      recipe.kind === 'public' ? pictures.make(load, contentType, recipe) : { ok: false, reason: 'costly' };
    expect((await get(`/media/${DRAWING}/640.webp`)).status).toBe(404);
    expect((await get(`/media/${DRAWING}/original`)).status).toBe(200);
  });

  test('is not found when its original is damaged, whatever is asked for', async () => {
    await files.write(`media/${PHOTO}/original.png`, Buffer.from('no picture'));
    for (const name of ['original', '320.webp', 'og.png']) {
      expect([name, (await get(`/media/${PHOTO}/${name}`)).status]).toEqual([name, 404]);
    }
  });
});

test.each([
  ['too many pictures wait', new PicturesBusy('busy')],
  ['too many files are read', new FileStoreBusy('busy')],
])('while %s, a picture is to be asked for again, and that is logged once', async (_, error) => {
  if (error instanceof FileStoreBusy) files.readPart = () => Promise.reject(error);
  else make = () => Promise.reject(error);
  for (let times = 0; times < 3; times++) {
    const answer = await get(`/media/${PHOTO}/320.webp`);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      '5',
      'no-store',
    ]);
  }
  expect(log.warnings).toHaveLength(1);
});

test('a picture that is asked for while the server stops is no matter for the log', async () => {
  make = () => Promise.reject(new PicturesClosed());
  expect((await get(`/media/${PHOTO}/320.webp`)).status).toBe(503);
  expect(log.warnings).toEqual([]);
});

test.each([
  `/media/${PHOTO}/original.svg`,
  `/media/${PHOTO}/300.webp`,
  `/media/${PHOTO}/og.webp`,
  `/media/${DRAWING}/1920.webp`,
  `/media/${'c'.repeat(32)}/original.png`,
  '/media/..%2f/original.png',
  '/media/x/y',
])('there is no %s', async (path) => {
  const response = await get(path);
  expect([response.status, await response.json()]).toEqual([
    404,
    { statusCode: 404, message: `Page not found: ${path}` },
  ]);
});
