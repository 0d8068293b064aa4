import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { originalKey, publicFormKey } from '#core/media/media-file.ts';
import { USUAL_LIMITS } from '#core/media/media-limits.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createPictures } from './create-pictures.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#146' }, limitInputPixels: false });

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** A black picture of one bit per pixel: it is made at once, however large it is. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const checked = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [data.byteLength, crc32(checked)].map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    }) as [Buffer, Buffer];
    return Buffer.concat([length, checked, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Two frames, of which the first is dark. */
const animation = (format: 'gif' | 'webp') =>
  sharp(
    Uint8Array.from({ length: 30 * 40 * 3 }, (_, index) => (index < 30 * 20 * 3 ? 20 : 200)),
    {
      raw: { width: 30, height: 40, channels: 3, pageHeight: 20 },
    },
  )
    .toFormat(format, { loop: 0, delay: [100, 100] })
    .toBuffer();

const drawing = (inner: string, start = '') =>
  new TextEncoder().encode(
    `${start}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="80">${inner}</svg>`,
  );

const pictures = createPictures();
afterAll(() => pictures.close());

function createMediaSite() {
  return {
    store: createMemoryDocumentStore({ collections: testCollections }),
    files: createMemoryFileStore(),
    pictures,
  };
}

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('keeps a %s once, with its size', async (format) => {
  const site = createMediaSite();
  const bytes = new Uint8Array(await picture(30, 20).toFormat(format).toBuffer());
  const first = await storeMedia(site, 'one', bytes);
  expect(first).toMatchObject({
    ok: true,
    media: {
      name: 'one',
      contentType: `image/${format}`,
      width: 30,
      height: 20,
      color: expect.stringMatching(/^#1[0-9a-f]4[0-9a-f]6[0-9a-f]$/),
    },
  });
  expect(await storeMedia(site, 'two', bytes)).toEqual(first);
  if (!first.ok) return;
  expect(await site.files.read(originalKey(first.media))).toEqual(bytes);
  expect(await sharp(await site.files.read(publicFormKey(first.media))).metadata()).toMatchObject({ width: 30 });
});

test('keeps a drawing with the size of its units', async () => {
  const media = await storeMedia(createMediaSite(), 'a', drawing('<rect width="9.5" height="9"/>'));
  expect(media).toMatchObject({ ok: true, media: { contentType: 'image/svg+xml', width: 120, height: 80 } });
});

test('pictures that are stored at once do not take more space together than the site has', async () => {
  const site = createMediaSite();
  const pictures = await Promise.all(
    ['#123', '#234', '#345', '#456'].map(async (background) => {
      const made = sharp({ create: { width: 3, height: 2, channels: 3, background } }).png();
      return new Uint8Array(await made.toBuffer());
    }),
  );
  const [size] = pictures.map(({ byteLength }) => byteLength);
  // Each is judged before any of them is there.
  const judged = Promise.withResolvers<void>();
  let judgedPictures = 0;
  const waiting = {
    ...site.pictures,
    read: async (...picture: Parameters<typeof site.pictures.read>) => {
      const reading = await site.pictures.read(...picture);
      if (++judgedPictures === pictures.length) judged.resolve();
      await judged.promise;
      return reading;
    },
  };
  const limits = { ...USUAL_LIMITS, quota: 2 * (size ?? 0) + 1 };
  const outcomes = await Promise.all(
    pictures.map((bytes, index) => storeMedia({ ...site, pictures: waiting, limits }, `${index}`, bytes)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
  expect(outcomes.filter(({ ok }) => !ok)).toEqual(Array(2).fill(expect.objectContaining({ reason: 'quota' })));
  const stored = await site.store.runQuery({ collection: 'media' });
  expect(stored.reduce((sum, { data }) => sum + Number(data.bytes), 0)).toBeLessThanOrEqual(limits.quota);
});

test('keeps a picture once when it comes twice at the same moment', async () => {
  const site = createMediaSite();
  const bytes = new Uint8Array(await picture(3, 2).png().toBuffer());
  const [a, b] = await Promise.all([storeMedia(site, 'a', bytes), storeMedia(site, 'a', bytes)]);
  expect(a).toEqual(b);
});

test('knows which pictures are transparent, and which need no other forms', async () => {
  const clear = new Uint8Array(await picture(30, 20).ensureAlpha(0.5).png().toBuffer());
  const { media } = (await storeMedia(createMediaSite(), 'a', clear)) as { media: object };
  expect(media).toMatchObject({ color: null });
  expect(media).not.toHaveProperty('forms');
  expect(
    await storeMedia(createMediaSite(), 'a', drawing('<rect width="120" height="80" fill="#146"/>')),
  ).toMatchObject({
    media: { color: expect.stringMatching(/^#1[0-9a-f]4[0-9a-f]6[0-9a-f]$/), forms: 1 },
  });
});

test.each([
  ['a GIF of two frames', () => animation('gif'), true],
  ['a WebP of two frames', () => animation('webp'), true],
  ['a PNG of two frames', async () => animatedPng(20, 2, 2), true],
  ['a PNG of one frame', async () => animatedPng(20, 1, 1), false],
  ['a GIF of one frame', () => picture(3, 2).gif().toBuffer(), false],
  ['a WebP of one frame', () => picture(3, 2).webp().toBuffer(), false],
  ['a photograph', () => picture(3, 2).jpeg().toBuffer(), false],
])('knows whether %s moves', async (_, bytes, isAnimated) => {
  const site = createMediaSite();
  const stored = await storeMedia(site, 'a', new Uint8Array(await bytes()));
  expect(stored).toMatchObject({ ok: true, media: { isAnimated } });
  if (!stored.ok || stored.media.contentType === 'image/png') return;
  const { pages = 1 } = await sharp(await site.files.read(publicFormKey(stored.media))).metadata();
  expect(pages > 1).toBe(isAnimated);
});

test('takes the size as the picture is shown, turned by the camera', async () => {
  const turned = new Uint8Array(await picture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  expect(await storeMedia(createMediaSite(), 'a', turned)).toMatchObject({ media: { width: 20, height: 30 } });
});

test('does not take what is too large or no picture', async () => {
  const site = createMediaSite();
  const wide = new Uint8Array(blackPng(10_001, 5_000));
  expect(await storeMedia(site, 'wide', wide)).toEqual({
    ok: false,
    reason: 'pixels',
    problem: 'has more than 50 megapixels',
  });
  expect(
    await storeMedia(site, 'heavy', new Uint8Array(Buffer.concat([blackPng(1, 1), Buffer.alloc(25_000_000)]))),
  ).toEqual({
    ok: false,
    reason: 'size',
    problem: 'is larger than 25 MB',
  });
  expect(await storeMedia(site, 'text', new TextEncoder().encode('hi'))).toMatchObject({ ok: false, reason: 'type' });
  const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="100%"/>');
  expect(await storeMedia(site, 'drawing', drawing)).toEqual({
    ok: false,
    reason: 'unreadable',
    problem: 'is a drawing that cannot be shown: the drawing has neither a size in pixels nor a viewBox',
  });
});

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('does not take a %s that is cut short', async (format) => {
  const site = createMediaSite();
  const whole = new Uint8Array(await noise(300, 200).toFormat(format).toBuffer());
  for (const part of [0.1, 0.5, 0.9]) {
    const cut = whole.subarray(0, Math.round(whole.byteLength * part));
    expect([part, await storeMedia(site, 'cut', cut)]).toMatchObject([part, { ok: false, reason: 'unreadable' }]);
  }
});

test('does not take one type of picture that begins as another', async () => {
  const site = createMediaSite();
  const tiff = await picture(30, 20).tiff().toBuffer();
  const hidden = new Uint8Array([...Buffer.from('GIF89a'), ...tiff.subarray(6)]);
  expect(await storeMedia(site, 'a', hidden)).toMatchObject({ ok: false, reason: 'unreadable' });
});

test('does not take a picture that says it is larger than it may be', async () => {
  const bomb = await picture(30, 20).png().toBuffer();
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(await storeMedia(createMediaSite(), 'a', new Uint8Array(bomb))).toMatchObject({ ok: false });
});

const base64 = (bytes: Buffer) => bytes.toString('base64');

test.each([
  ['enormous', 'width="60000" height="60000"'],
  ['much higher than wide', 'width="10" height="1000"'],
])('does not take a drawing that is %s', async (_, size) => {
  const bytes = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M0 0h9v9z"/></svg>`);
  expect(await storeMedia(createMediaSite(), 'a', bytes)).toMatchObject({ ok: false, reason: 'pixels' });
});

test.each([
  ['an unknown entity', drawing('<text>&unknown;</text>')],
  ['an attribute twice', drawing('<rect x="1" x="2"/>')],
  ['an unbound prefix', drawing('<rect foo:x="1"/>')],
  ['an embedded picture that is none', drawing('<image href="data:image/png;base64,AAAA"/>')],
  ['an element that does not end', drawing('<g>')],
])('does not take a drawing with %s', async (_, bytes) => {
  expect(await storeMedia(createMediaSite(), 'a', bytes)).toMatchObject({ ok: false, reason: 'unreadable' });
});

test.each([
  ['in a style', '<style>@im/**/port "http://example.org/x.css";</style>'],
  ['in two parts of a style', '<style>a { background: u/* */rl(http://example.org/x) }</style>'],
  ['in an attribute', '<rect style="fill: u/**/rl(http://example.org/x)"/>'],
  ['after a string that does not end', '<style>a { content: "\n/* " */ @im/**/port "http://example.org" }</style>'],
])('a comment %s does not hide a reference to elsewhere', async (_, inner) => {
  const site = createMediaSite();
  const stored = await storeMedia(site, 'a', drawing(`<rect width="9" height="9"/>${inner}`));
  const served = stored.ok ? new TextDecoder().decode(await site.files.read(publicFormKey(stored.media))) : '';
  expect(served).not.toMatch(/@import|url\(/i);
});

/** A GIF whose canvas and frames have these sizes; its frames are cut short, so that it is small whatever it says. */
function gif(canvas: number, frame: number, frames = 1): Uint8Array {
  const size = (side: number) => [side & 255, side >> 8, side & 255, side >> 8];
  const one = [0x2c, 0, 0, 0, 0, ...size(frame), 0, 2, 2, 0x44, 1, 0];
  const table = [0, 0, 0, 255, 255, 255];
  return Uint8Array.from([
    ...Buffer.from('GIF89a'),
    ...[...size(canvas), 0x80, 0, 0, ...table],
    ...Array.from({ length: frames }, () => one).flat(),
    0x3b,
  ]);
}

/** A PNG that says it has so many frames, and that has the controls of so many. */
function animatedPng(side: number, told: number, controls = 0): Uint8Array {
  const still = blackPng(side, side);
  const chunk = (type: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.byteLength);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, sum]);
  };
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(told);
  const each = Array.from({ length: controls }, () => chunk('fcTL', Buffer.alloc(26)));
  const parts = [still.subarray(0, 33), chunk('acTL', animation), ...each, still.subarray(33)];
  return new Uint8Array(Buffer.concat(parts));
}

test.each([
  ['a GIF whose canvas is larger', gif(65_535, 1)],
  [
    'a GIF whose second frame is larger',
    Uint8Array.from([...gif(1, 1).subarray(0, -1), ...gif(1, 9_000).subarray(19)]),
  ],
  ['a GIF of many frames', gif(5_000, 1, 41)],
  ['a PNG of many frames', animatedPng(5_000, 41)],
  ['a PNG of more frames than it says', animatedPng(5_000, 1, 41)],
])('does not take %s than browsers should decode', async (_, bytes) => {
  expect(await storeMedia(createMediaSite(), 'a', new Uint8Array(bytes))).toMatchObject({
    ok: false,
    reason: 'pixels',
  });
  const inside = drawing(`<image width="9" height="9" href="data:image/gif;base64,${base64(Buffer.from(bytes))}"/>`);
  expect(await storeMedia(createMediaSite(), 'a', inside)).toMatchObject({ ok: false, reason: 'pixels' });
});

test('takes an animation of a usual size', async () => {
  expect(await storeMedia(createMediaSite(), 'a', gif(800, 800, 100))).toMatchObject({ ok: true });
});

test('does not take a drawing with an embedded picture that is larger than it may be', async () => {
  const wide = base64(blackPng(10_001, 5_000));
  const fine = base64(await picture(30, 20).png().toBuffer());
  const around = (data: string) => drawing(`<image width="9" height="9" xlink:href="data:image/png;base64,${data}"/>`);
  expect(await storeMedia(createMediaSite(), 'a', around(wide))).toMatchObject({ ok: false, reason: 'pixels' });
  expect(await storeMedia(createMediaSite(), 'a', around(fine))).toMatchObject({ ok: true });
});

test('does not take a drawing whose embedded pictures are larger in all than a picture may be', async () => {
  const around = (...sides: number[]) =>
    drawing(sides.map((side) => `<image href="data:image/png;base64,${base64(blackPng(side, side))}"/>`).join(''));
  expect(await storeMedia(createMediaSite(), 'a', around(1_000, 1_000))).toMatchObject({ ok: true });
  expect(await storeMedia(createMediaSite(), 'a', around(1_000, 7_050))).toMatchObject({ ok: false, reason: 'pixels' });
});
