import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { type Media, media, type PictureFile } from '#core/media/media.ts';
import { FORMS_VERSION, NO_FORMS } from '#core/media/picture-variants.ts';
import { PicturesBusy } from '#core/media/pictures.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { createContentSite } from '../../test/helpers/content/create-content-site.ts';
import { markedAnimation, markedPictures } from '../../test/helpers/content/marked-pictures.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { startPictureKeeper } from './picture-keeper.ts';

const pictures = createPictures();
afterAll(() => pictures.close());

const photo = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 700, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

/** Stores a picture as servers did that knew neither colours nor forms. */
async function storeFormerly(
  site: { store: DocumentStore },
  bytes: Uint8Array,
  files: ReturnType<typeof createMemoryFileStore>,
) {
  const stored = await storeMedia({ store: site.store, files, pictures }, 'a.jpg', bytes);
  if (!stored.ok) throw new Error(stored.problem);
  const { color: _, forms: __, isAnimated: ___, ...data } = stored.media as PictureFile;
  await site.store.commit([{ kind: 'set', path: media.at(data.id).path, data }]);
  return data.id;
}

function createKeptSite() {
  const { store } = createContentSite();
  const files = createMemoryFileStore();
  const log = createFakeLog();
  const make = vi.fn(pictures.make);
  const start = () => {
    const keeper = startPictureKeeper({ store, files, pictures: { ...pictures, make }, log });
    onTestFinished(() => keeper.stop());
    return keeper;
  };
  const found = async (id: string): Promise<Media | undefined> => (await getDocument(store, media.at(id)))?.data;
  return { store, files, log, make, start, found };
}

test('gives the pictures of an older data folder their forms and colours, and new ones theirs', async () => {
  const site = createKeptSite();
  const older = await storeFormerly(site, await photo('#204060'), site.files);
  const keeper = site.start();
  await keeper.idle();
  expect(await site.found(older)).toMatchObject({ forms: FORMS_VERSION, color: expect.stringMatching(/^#/) });
  for (const name of ['320.avif', '640.avif', '960.avif', '320.webp', '960.webp']) {
    expect(await site.files.size(`media/${older}/${name}`), name).toBeGreaterThan(0);
  }
  const stored = await storeMedia({ ...site, pictures }, 'b.jpg', await photo('#602040'));
  const id = stored.ok ? stored.media.id : '';
  await eventually(async () => expect(await site.found(id)).toMatchObject({ forms: FORMS_VERSION }));
  expect(site.log.warnings).toEqual([]);
});

test('finds out of the pictures of an older data folder which move', async () => {
  const site = createKeptSite();
  const [moving, still] = await Promise.all([
    storeFormerly(site, await markedAnimation(), site.files),
    storeFormerly(site, await markedPictures['image/webp'](), site.files),
  ]);
  const { data } = (await getDocument(site.store, media.at(still))) ?? {};
  await site.store.commit([
    { kind: 'set', path: media.at(still).path, data: { ...data, forms: FORMS_VERSION, color: null } },
  ]);
  await site.start().idle();
  expect(await site.found(moving)).toMatchObject({ isAnimated: true, forms: FORMS_VERSION });
  expect(await site.found(still)).toMatchObject({ isAnimated: false, forms: FORMS_VERSION });
});

test('makes what an interrupted run left to do, and nothing twice', async () => {
  const site = createKeptSite();
  const id = await storeFormerly(site, await photo('#204060'), site.files);
  await site.files.write(`media/${id}/320.avif`, new Uint8Array([1]));
  await site.start().idle();
  expect(site.make).toHaveBeenCalledTimes(5);
  await site.start().idle();
  expect(site.make).toHaveBeenCalledTimes(5);
});

test('records that a picture cannot be resized, and leaves one whose file is missing', async () => {
  const site = createKeptSite();
  const [costly, missing] = [
    await storeFormerly(site, await photo('#204060'), site.files),
    await storeFormerly(site, await photo('#602040'), site.files),
  ];
  site.make.mockImplementation(async (load, ...rest) => {
    const isCostly = (await load()) !== undefined;
    return isCostly ? { ok: false, reason: 'costly' } : pictures.make(load, ...rest);
  });
  const { open } = site.files;
  site.files.open = async (key) => (key.includes(missing) ? undefined : open(key));
  await site.start().idle();
  expect(await site.found(costly)).toMatchObject({ forms: NO_FORMS });
  expect(await site.found(missing)).not.toHaveProperty('forms');
});

test('waits while too many pictures are drawn, and tells so once', async () => {
  const site = createKeptSite();
  const id = await storeFormerly(site, await photo('#204060'), site.files);
  site.make.mockRejectedValueOnce(new PicturesBusy('busy'));
  const keeper = site.start();
  await keeper.idle();
  expect(await site.found(id)).not.toHaveProperty('forms');
  expect(site.log.warnings).toHaveLength(1);
});
