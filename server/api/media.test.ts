import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { scalePicture } from '#adapters/sharp/scale-picture.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { media } from '#core/media/media-collection.ts';
import type { PictureRecipe } from '#core/media/picture-variants.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createMediaRoutes } from './media.ts';

const PHOTO = 'a'.repeat(32);
const DRAWING = 'b'.repeat(32);
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120" height="80"><rect width="120" height="80"/></svg>',
);

let files: FileStore;
let made: PictureRecipe[];
let log: ReturnType<typeof createFakeLog>;
let get: (path: string, headers?: { [name: string]: string }) => Promise<Response>;

beforeEach(async () => {
  files = createMemoryFileStore();
  made = [];
  log = createFakeLog();
  const store = createMemoryDocumentStore({ collections: [media as Collection] });
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
  const scale = (original: Uint8Array, recipe: PictureRecipe) => {
    made.push(recipe);
    return scalePicture(original, recipe);
  };
  const routes = createMediaRoutes({ store, files, scale, log });
  get = async (path, headers = {}) => routes.request(path, { headers });
});

const sizeOf = async (response: Response) => {
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height, format };
};

describe('a file of the site', () => {
  test('is served as it came, for good', async () => {
    const response = await get(`/media/${PHOTO}/original.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sizeOf(response)).toEqual({ width: 800, height: 400, format: 'png' });
    expect((await get(`/media/${PHOTO}/original`)).status).toBe(200);
    const tag = response.headers.get('etag') ?? '';
    expect((await get(`/media/${PHOTO}/original.png`, { 'if-none-match': tag })).status).toBe(304);
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

test.each([
  `/media/${PHOTO}/original.svg`,
  `/media/${PHOTO}/300.webp`,
  `/media/${PHOTO}/og.jpg`,
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
