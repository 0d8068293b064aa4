import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import type { Item } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { trashFile } from '#core/files/change-file.ts';
import { replaceFile } from '#core/files/replace-file.ts';
import { storeFile } from '#core/files/store-file.ts';
import type { FileStore } from '#core/media/file-store.ts';
import { mediaVariant, variantNames } from '#core/media/picture-variants.ts';
import { deleteMedia } from '#core/media-uses/delete-media.ts';
import { recordMediaUses } from '#core/media-uses/record-media-uses.ts';
import { createItemSite, finishedLanguage, person } from '../../test/helpers/content/create-item-site.ts';
import { publish, unpublish } from '../../test/helpers/content/publish.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { acceptPictures } from '../../test/helpers/importing/accept-pictures.ts';
import { eachInTurn, followChanges } from '../page-cache/follow-changes.ts';
import { createReadIndex } from '../page-cache/read-index.ts';
import { rememberReads } from '../page-cache/remember-reads.ts';
import { createMediaPurges } from '../purging/create-purger.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createMediaRoutes } from './media.ts';

const ORIGINAL = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
const pictures = {
  identify: acceptPictures.identify,
  readOther: async () => ({ ok: false, reason: 'type' }) as const,
  read: async (publicForm: Uint8Array) =>
    ({ ok: true, width: 9, height: 9, publicForm, color: null, isAnimated: false }) as const,
  make: async () => ({ ok: true, bytes: Uint8Array.of(1) }) as const,
};

async function createSite() {
  const site = createItemSite();
  const { store } = site;
  const files: FileStore = createMemoryFileStore();
  let reads = 0;
  const counted: DocumentStore = {
    ...store,
    batchGet(paths) {
      reads++;
      return store.batchGet(paths);
    },
    runQuery(query) {
      reads++;
      return store.runQuery(query);
    },
  };
  const index = createReadIndex();
  const remembered = rememberReads(counted, index);
  const purged: string[] = [];
  const purges = createMediaPurges(store, {
    purge: (path) => void purged.push(path),
    purgeEverything: () => void purged.push('everything'),
  });
  const log = createFakeLog();
  const changes = { ...eachInTurn(index, purges), touchAll: index.touchAll };
  const following = followChanges({ store, collections: ['media', 'files', 'publications'], changes, log });
  await following.started;
  onTestFinished(following.stop);
  const state = { mayRead: false, isDrawable: true, preview: undefined as Item | undefined };
  const routes = createMediaRoutes({
    ...{ store, remembered: remembered.store, files },
    pictures: { make: async () => (state.isDrawable ? pictures.make() : { ok: false, reason: 'costly' }) },
    drawnFiles: createDrawnFiles({ files, log }),
    judgeReader: async () => ({ mayRead: state.mayRead, setCookies: state.mayRead ? ['a=b'] : [] }),
    readPreview: async (token) => (token === 'right' ? state.preview : undefined),
    tellsSharedCaches: true,
  });
  const storing = { store, files, pictures, config: site.config };
  const stored = await storeFile(storing, undefined, { name: 'a.svg', contents: ORIGINAL });
  if (!stored.ok) throw new Error(stored.problem);
  const { id } = stored.media;
  const body = { type: 'doc', content: [{ type: 'image', attrs: { media: id, alt: 'x', id: 'b1' } }] } as never;
  await site.putItem('a', 'not-found', { es: finishedLanguage('a', { body }), en: finishedLanguage('a', { body }) });
  await recordMediaUses(store, site.config);
  const get = async (name = 'original', headers = {}, start = '') =>
    routes.request(`${start}/media/${id}/${name}`, { headers });
  return { ...site, storing, routes, files, id, state, purged, get, readCount: () => reads };
}

let site: Awaited<ReturnType<typeof createSite>>;
beforeEach(async () => {
  site = await createSite();
});

const NAMES = ['original', 'original.svg', '320.webp', '640.avif', '1280.jpg', 'og.jpg', 'og.png'];
const statuses = () => Promise.all(NAMES.map(async (name) => (await site.get(name)).status));
const all = (status: number) => NAMES.map(() => status);

test('a picture that no public text shows is not there for visitors, whatever they know of it', async () => {
  expect(await statuses()).toEqual(all(404));
  const response = await site.get('original', { 'if-none-match': `"${site.id}-public"` });
  const unknown = await site.get('2000.webp');
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect([...response.headers]).toEqual([...unknown.headers]);
  expect(await site.files.list(`media/${site.id}`, undefined, 10)).toHaveLength(2);
});

test('it is public as long as a public text of any language shows it', async () => {
  await publish(site, 'a', ['es', 'en']);
  await eventually(async () => expect(await statuses()).toEqual(all(200)));
  expect((await site.get()).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  await unpublish(site, 'a', ['es']);
  await eventually(async () => expect(await statuses()).toEqual(all(200)));
  await unpublish(site, 'a', ['en']);
  await eventually(async () => expect(await statuses()).toEqual(all(404)));
  await publish(site, 'a', ['es']);
  await eventually(async () => expect(await statuses()).toEqual(all(200)));
});

test('no cache keeps that a picture which is not public cannot be drawn', async () => {
  site.state.mayRead = true;
  site.state.isDrawable = false;
  const response = await site.get('320.webp');
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-cache']);
});

test('who may read drafts sees it, and no cache keeps it for others', async () => {
  site.state.mayRead = true;
  const response = await site.get();
  expect([response.status, response.headers.get('cache-control'), response.headers.get('set-cookie')]).toEqual([
    200,
    'private, no-cache',
    'a=b',
  ]);
  const again = await site.get('original', { 'if-none-match': response.headers.get('etag') ?? '' });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
});

test('after a file is replaced, the address of its first bytes leads visitors to those that it has now', async () => {
  await publish(site, 'a', ['es']);
  const contents = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');
  const editor = person('editor');
  const { id } = site;
  const replaced = await replaceFile(site.storing, editor, { id, expectedVersion: 1, name: 'b.svg', contents });
  const current = replaced.ok ? replaced.file.current.media : '';
  const answers = async (path: string) => {
    const { status, headers } = await site.routes.request(path);
    return [status, headers.get('location') ?? headers.get('cache-control')];
  };
  const to = `/media/${current}/320.webp`;
  await eventually(async () => expect(await answers(`/media/${id}/320.webp`)).toEqual([302, to]));
  expect(await answers(to)).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(await answers(`/files/${id}/320.webp`)).toEqual([404, 'no-store']);
  await eventually(() => expect(site.purged).toContain(`/media/${id}/640.avif`));
  site.state.mayRead = true;
  expect(await answers(`/media/${id}/320.webp`)).toEqual([200, 'private, no-cache']);
  expect(await answers(`/files/${id}/320.webp`)).toEqual([302, to]);
  site.state.mayRead = false;
  await trashFile(site.storing, editor, { id });
  await eventually(async () => expect(await answers(to)).toEqual([404, 'no-store']));
  expect(await answers(`/media/${id}/320.webp`)).toEqual([404, 'no-store']);
  await eventually(() => expect(site.purged).toContain(`/media/${current}/640.avif`));
});

test('a preview link shows the pictures of its draft alone', async () => {
  const { data } = await site.getItem('a');
  site.state.preview = data;
  const answers = async (start: string) => {
    const response = await site.get('320.webp', {}, start);
    return [response.status, response.headers.get('cache-control')];
  };
  expect(await answers('/preview/right')).toEqual([200, 'private, no-cache']);
  expect(await answers('/preview/wrong')).toEqual([404, 'no-store']);
  site.state.preview = { ...data, languages: { es: finishedLanguage('a') } };
  expect(await answers('/preview/right')).toEqual([404, 'no-store']);
  await publish(site, 'a', ['es']);
  await eventually(async () =>
    expect(await answers('/preview/wrong')).toEqual([200, expect.stringContaining('public')]),
  );
});

test('visitors cost no reads once a picture was asked for', async () => {
  await publish(site, 'a', ['es']);
  await eventually(async () => expect((await site.get()).status).toBe(200));
  const before = site.readCount();
  for (let times = 0; times < 20; times++) await site.get(NAMES[times % NAMES.length]);
  expect(site.readCount()).toBe(before);
});

test('the CDN is told of every form when the last public text that shows it is gone, and not before', async () => {
  expect(NAMES.every((name) => variantNames().includes(name))).toBe(true);
  for (const contentType of ['image/svg+xml', 'image/png'] as const) {
    const known = variantNames().filter((name) => mediaVariant({ id: site.id, contentType }, name));
    expect(known.length).toBeGreaterThan(10);
  }
  await publish(site, 'a', ['es', 'en']);
  await unpublish(site, 'a', ['es']);
  await unpublish(site, 'a', ['en']);
  await eventually(() => expect(site.purged).toHaveLength(variantNames().length));
  expect(site.purged).toContain(`/media/${site.id}/640.avif`);
});

test('a file that is deleted is gone for everybody, and the CDN is told', async () => {
  await publish(site, 'a', ['es']);
  const { store, files, config, now, id } = site;
  await deleteMedia({ store, files, config, now }, person('owner'), { id, force: true });
  site.state.mayRead = true;
  await eventually(async () => expect(await statuses()).toEqual(all(404)));
  expect(new Set(site.purged)).toEqual(new Set(variantNames().map((name) => `/media/${id}/${name}`)));
});

test('a form that is drawn while its file is deleted is not kept', async () => {
  await publish(site, 'a', ['es']);
  const { store, files, config, now, id } = site;
  const { write } = files;
  files.write = async (key, bytes) => {
    await deleteMedia({ store, files, config, now }, person('owner'), { id, force: true });
    await write(key, bytes);
  };
  await site.get('640.webp');
  expect(await files.list(`media/${id}`, undefined, 10)).toEqual([]);
});
