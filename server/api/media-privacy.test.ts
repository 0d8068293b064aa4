import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { isPicture, type PictureFile } from '#core/media/media.ts';
import { publicFormKey } from '#core/media/media-file.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { markedAnimation, markedPictures, PLANTED, SIZE, TURN } from '../../test/helpers/content/marked-pictures.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createMediaRoutes } from './media.ts';

const pictures = createPictures();
afterAll(() => pictures.close());

/** A site with one picture. `isOld`: uploaded before forms without metadata existed. */
async function serve(bytes: Buffer, isOld = false) {
  const store = createMemoryDocumentStore({ collections: testCollections });
  const memory = createMemoryFileStore();
  const files = {
    ...memory,
    write: (key: string, content: Uint8Array) =>
      isOld && key.includes('/public.') ? Promise.resolve() : memory.write(key, content),
  };
  const outcome = await storeMedia({ store, files, pictures }, `${PLANTED}.x`, new Uint8Array(bytes));
  if (!outcome.ok) throw new Error(outcome.problem);
  const { media } = outcome;
  if (!isPicture(media)) throw new Error('It is no picture');
  const log = createFakeLog();
  const routes = createMediaRoutes({
    store,
    remembered: store,
    files: memory,
    pictures,
    drawnFiles: createDrawnFiles({ files: memory, log }),
    judgeReader: async () => ({ mayRead: false, setCookies: [] }),
    readPreview: async () => undefined,
    tellsSharedCaches: true,
  });
  const get = async (name: string, headers: { [name: string]: string } = {}) =>
    routes.request(`/media/${media.id}/${name}`, { headers });
  const bytesOf = async (name: string) => Buffer.from(await (await get(name)).arrayBuffer());
  return { media, get, bytesOf, files: memory };
}

const NAMES = ['original', '320.webp', '320.avif', 'og.jpg', 'og.png'];
const TYPES = Object.keys(markedPictures) as PictureFile['contentType'][];
const RASTERS = TYPES.filter((type) => type !== 'image/svg+xml');

const pixelsOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();

describe.each(TYPES)('a picture of the type %s', (type) => {
  test('has words in its metadata that are in nothing which the public gets', async () => {
    const original = await markedPictures[type]();
    expect(original.includes(PLANTED)).toBe(true);
    const { media, bytesOf, files } = await serve(original);
    for (const name of [...NAMES, `original.${publicFormKey(media).split('.').at(-1)}`]) {
      const bytes = await bytesOf(name);
      expect([name, bytes.length > 100, bytes.includes(PLANTED)]).toEqual([name, true, false]);
      const { xmp, iptc, comments, exif, orientation = 1 } = await sharp(bytes).metadata();
      expect([name, xmp, iptc, comments]).toEqual([name, undefined, undefined, undefined]);
      if (orientation === 1) expect([name, exif]).toEqual([name, undefined]);
    }
    expect(await files.read(`media/${media.id}/${publicFormKey(media).split('/').at(-1)}`)).toBeDefined();
  });

  test('that was uploaded before is served without metadata too, to those who have it as well', async () => {
    const { media, get, bytesOf } = await serve(await markedPictures[type](), true);
    expect((await bytesOf('original')).includes(PLANTED)).toBe(false);
    for (const old of [`"${media.id}-original"`, `"${media.id}-original.png"`]) {
      expect((await get('original', { 'if-none-match': old })).status).toBe(200);
    }
    const tag = (await get('original')).headers.get('etag') ?? '';
    expect((await get('original', { 'if-none-match': tag })).status).toBe(304);
  });
});

describe.each(RASTERS)('the public form of the type %s', (type) => {
  test('has the same pixels, size, turn and colour profile', async () => {
    const original = await markedPictures[type]();
    const { media, bytesOf } = await serve(original);
    const served = await bytesOf('original');
    expect((await pixelsOf(served)).equals(await pixelsOf(original))).toBe(true);
    const facts = async (bytes: Buffer) => {
      const { format, width, height, orientation, icc, pages, delay, loop, hasAlpha } = await sharp(bytes).metadata();
      return { format, width, height, orientation, icc, pages, delay, loop, hasAlpha };
    };
    expect(await facts(served)).toEqual(await facts(original));
    const isTurned = (await sharp(original).metadata()).orientation === TURN;
    expect(isTurned).toBe(type === 'image/jpeg' || type === 'image/png' || type === 'image/webp');
    expect([media.width, media.height]).toEqual(isTurned ? [SIZE.height, SIZE.width] : [SIZE.width, SIZE.height]);
  });
});

test('an animation stays one, without its metadata', async () => {
  const original = await markedAnimation();
  const { bytesOf } = await serve(original);
  const served = await bytesOf('original');
  expect(original.includes(PLANTED)).toBe(true);
  expect(served.includes(PLANTED)).toBe(false);
  expect(await sharp(served).metadata()).toMatchObject({ pages: 2, delay: [100, 200], loop: 3 });
  expect((await pixelsOf(served)).equals(await pixelsOf(original))).toBe(true);
});

test('a drawing keeps what is drawn, and its title', async () => {
  const { bytesOf } = await serve(await markedPictures['image/svg+xml']());
  const served = (await bytesOf('original')).toString();
  expect(served).toContain('<title>An ankle</title>');
  expect(served).toContain('.a { fill: #123 }');
  expect(served).toContain('style="stroke: #456 /**/"');
  expect(served).not.toMatch(/inkscape|data-name|metadata|<!--|<\?xml/);
  const embedded = /href="data:image\/jpeg;base64,([^"]+)"/.exec(served)?.[1] ?? '';
  expect(await sharp(Buffer.from(embedded, 'base64')).metadata()).toMatchObject({ orientation: TURN, format: 'jpeg' });
  expect(Buffer.from(embedded, 'base64').includes(PLANTED)).toBe(false);
});

test('a picture whose structure cannot be followed is coded anew, without its metadata', async () => {
  const original = await markedPictures['image/jpeg']();
  // Readers skip bytes between segments, but the file is not a valid JPEG.
  const at = 4 + original.readUInt16BE(4);
  const odd = Buffer.concat([original.subarray(0, at), Buffer.from('xx'), original.subarray(at)]);
  const { bytesOf } = await serve(odd);
  const served = await bytesOf('original');
  expect(served.includes(PLANTED)).toBe(false);
  expect(await sharp(served).metadata()).toMatchObject({ format: 'jpeg', width: SIZE.height, height: SIZE.width });
  expect((await sharp(served).metadata()).icc).toEqual((await sharp(original).metadata()).icc);
});
