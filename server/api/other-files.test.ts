import { afterAll, expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { createPictures } from '#adapters/sharp/create-pictures.ts';
import { storeMedia } from '#core/media/store-media.ts';
import { testCollections } from '../../test/helpers/content/create-content-site.ts';
import { createFakeLog } from '../testing/fake-log.ts';
import { createDrawnFiles } from './drawn-files.ts';
import { createMediaRoutes } from './media.ts';

const pictures = createPictures();
afterAll(() => pictures.close());

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const pdf = (catalog = '') =>
  bytes(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
  );
const film = bytes('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x08moov');

function createFileSite() {
  const store = createMemoryDocumentStore({ collections: testCollections });
  const files = createMemoryFileStore();
  const routes = createMediaRoutes({
    ...{ store, remembered: store, files, pictures },
    drawnFiles: createDrawnFiles({ files, log: createFakeLog() }),
    judgeReader: async () => ({ mayRead: false, setCookies: [] }),
    readPreview: async () => undefined,
    tellsSharedCaches: true,
  });
  const add = (name: string, contents: Uint8Array | Blob) => storeMedia({ store, files, pictures }, name, contents);
  async function send(name: string, contents: Uint8Array, { headers = {}, as = 'original' } = {}) {
    const stored = await add(name, contents);
    if (!stored.ok) throw new Error(stored.reason);
    return routes.request(`/media/${stored.media.id}/${as}`, { headers });
  }
  return { add, send };
}

test.each([
  ['precios.pdf', pdf(), 'application/pdf', 'inline; filename=precios.pdf'],
  [
    'con programa.pdf',
    pdf('/OpenAction<</S/JavaScript/JS(x)>>'),
    'application/pdf',
    'attachment; filename="con programa.pdf"',
  ],
  [
    'Precios – niños.txt',
    bytes('Hola'),
    'text/plain',
    'attachment; filename="Precios - ninos.txt"; filename*=UTF-8\'\'Precios%20%E2%80%93%20ni%C3%B1os.txt',
  ],
  ['sala.mp4', film, 'video/mp4', 'inline; filename=sala.mp4'],
])('%s is sent as what it is, opened only where that is safe', async (name, contents, type, disposition) => {
  const { send } = createFileSite();
  const response = await send(name, contents);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('content-disposition')).toBe(disposition);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(contents);
});

test('a part of a film is sent to who asks for it, and all of it if it is not the same film', async () => {
  const { send } = createFileSite();
  const whole = await send('sala.mp4', film);
  const tag = whole.headers.get('etag') ?? '';
  const part = await send('sala.mp4', film, { headers: { range: 'bytes=4-7', 'if-range': tag } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect((await send('sala.mp4', film, { headers: { range: 'bytes=4-7', 'if-range': '"other"' } })).status).toBe(200);
});

test('what is not a picture has no forms', async () => {
  const { send } = createFileSite();
  for (const as of ['320.webp', 'og.jpg', 'original.png'])
    expect((await send('a.pdf', pdf(), { as })).status).toBe(404);
  expect((await send('a.pdf', pdf(), { as: 'original.pdf' })).status).toBe(200);
});

test('the same bytes are one file, and one that is refused leaves nothing', async () => {
  const { add } = createFileSite();
  const first = await add('a.pdf', pdf());
  expect(first).toMatchObject({ ok: true, media: { name: 'a.pdf', contentType: 'application/pdf', pages: 1 } });
  expect(await add('b.pdf', new Blob([new Uint8Array(pdf())]))).toMatchObject({ ok: true, media: { name: 'a.pdf' } });
  expect(await add('a.html', bytes('<!doctype html>'))).toMatchObject({ ok: false, reason: 'type' });
  expect(await add('a.pdf', new Uint8Array())).toMatchObject({ ok: false, reason: 'empty' });
});
