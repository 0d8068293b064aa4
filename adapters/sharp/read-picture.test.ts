import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { originalKey } from '#core/media/media-file.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { testCollections } from '../../test/helpers/create-content-site.ts';
import { readPicture } from './read-picture.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#146' }, limitInputPixels: false });

function createMediaSite() {
  return {
    store: createMemoryDocumentStore({ collections: testCollections }),
    files: createMemoryFileStore(),
    readPicture,
  };
}

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('keeps a %s once, with its size', async (format) => {
  const site = createMediaSite();
  const bytes = new Uint8Array(await picture(30, 20).toFormat(format).toBuffer());
  const first = await storeMedia(site, 'one', bytes);
  expect(first).toMatchObject({
    ok: true,
    media: { name: 'one', contentType: `image/${format}`, width: 30, height: 20 },
  });
  expect(await storeMedia(site, 'two', bytes)).toEqual(first);
  if (first.ok) expect(await site.files.read(originalKey(first.media))).toEqual(bytes);
});

test('keeps a picture once when it comes twice at the same moment', async () => {
  const site = createMediaSite();
  const bytes = new Uint8Array(await picture(3, 2).png().toBuffer());
  const [a, b] = await Promise.all([storeMedia(site, 'a', bytes), storeMedia(site, 'a', bytes)]);
  expect(a).toEqual(b);
});

test('takes the size as the picture is shown, turned by the camera', async () => {
  const turned = await picture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await readPicture(turned)).toEqual({ ok: true, width: 20, height: 30 });
});

test('does not take what is too large, damaged or no picture', async () => {
  const site = createMediaSite();
  const wide = new Uint8Array(await picture(10_001, 5_000).png().toBuffer());
  expect(await storeMedia(site, 'wide', wide)).toEqual({
    ok: false,
    reason: 'pixels',
    problem: 'has more than 50 megapixels',
  });
  const damaged = new Uint8Array((await picture(30, 20).png().toBuffer()).subarray(0, 20));
  expect(await storeMedia(site, 'damaged', damaged)).toMatchObject({ ok: false });
  expect(await storeMedia(site, 'heavy', new Uint8Array(25_000_001))).toEqual({
    ok: false,
    reason: 'size',
    problem: 'is larger than 25 MB',
  });
  expect(await storeMedia(site, 'text', new TextEncoder().encode('hi'))).toMatchObject({ ok: false });
});
