import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import type { Actor } from '#core/access/actor.ts';
import type { Identity } from '#core/accounts/identity.ts';
import type { Role } from '#core/accounts/user.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
import { media } from '#core/media/media.ts';
import { type MediaLimits, USUAL_LIMITS } from '#core/media/media-limits.ts';
import { spaceTurns } from '#core/media/site-space.ts';
import { pruneUploads, UNFINISHED_LIMITS, unfinishedUploads } from '#core/uploads/unfinished-upload.ts';
import { partial } from '../../test/helpers/partial.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createAccountCookies } from '../accounts/account-cookies.ts';
import { createAccountReader } from '../accounts/create-request-account.ts';
import { createUploadSpace } from '../uploads/upload-space.ts';
import { createResumableUploads } from './resumable-uploads.ts';

const ROLES: { [person: string]: Role } = { ana: 'author', eva: 'editor', vera: 'viewer' };
const ana: Actor = { kind: 'person', id: 'ana', name: 'ana', role: 'author', languages: [], disabled: false };
const DAY = 86_400_000;

/** A site that is two instances, on one database and one file store. People sign in by naming themselves. */
function create(limits: MediaLimits = USUAL_LIMITS) {
  const store = createMemoryDocumentStore({ collections: [unfinishedUploads, media, spaceTurns] });
  const memory = createMemoryFileStore();
  let isFull = false;
  const files: typeof memory = {
    ...memory,
    write: (...file) => (isFull ? Promise.reject(new FileStoreUnavailable('disk full')) : memory.write(...file)),
  };
  let time = Date.now();
  const refused: string[] = [];
  const cookies = createAccountCookies('http://localhost');
  const identity = partial<Identity>({
    async session(token) {
      const role = ROLES[token];
      if (!role) return { ok: false, error: { code: 'user-token-expired' as const } };
      const user = {
        ...{ id: token, name: token, role, email: `${token}@example.org`, language: 'es' },
        languages: [],
      };
      const rest = { disabled: false, confirmed: true, createdAt: 0 };
      return partial({ ok: true, user: { ...user, ...rest }, session: partial({ id: token, remember: false }) });
    },
  });
  const folders = [makeTemporaryFolder(), makeTemporaryFolder()];
  const instances = folders.map((folder) =>
    createResumableUploads({
      ...{ store, files, now: () => time, limits },
      readAccount: createAccountReader({ identity, cookies, trustedProxies: 0 }),
      space: createUploadSpace({ folder: join(folder, 'uploads'), isShared: true }),
      noteRefusal: (actor, permission) => void refused.push(`${actor.kind === 'person' && actor.id} ${permission}`),
    }),
  );
  // As `create-server.ts` answers to what the file store cannot do.
  for (const { routes } of instances) routes.onError(() => new Response(null, { status: 503 }));
  const send = (
    method: string,
    path: string,
    headers: { [name: string]: string } = {},
    { person = 'ana', body, instance = 0 }: { person?: string; body?: BodyInit; instance?: number } = {},
  ) => {
    const cookie = cookies.session(person, undefined).split(';')[0] ?? '';
    const all = { cookie, 'tus-resumable': '1.0.0', ...headers };
    const init: RequestInit & { duplex: 'half' } = { method, headers: all, duplex: 'half', ...(body && { body }) };
    return Promise.resolve(instances[instance]?.routes.request(path, init) ?? new Response());
  };
  const begin = (bytes: number, person = 'ana', { name = 'a.png', instance = 0 } = {}) =>
    send(
      'POST',
      '/admin/uploads',
      { 'upload-length': String(bytes), 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` },
      { person, instance },
    );
  const begun = async (bytes: number) => (await begin(bytes)).headers.get('location') ?? '';
  const part = (path: string, offset: number, body: BodyInit, instance = 0) =>
    send(
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      { body, instance },
    );
  return {
    ...{ store, files, memory, refused, send, begin, begun, part },
    fill(full: boolean) {
      isFull = full;
    },
    pass(milliseconds: number) {
      time += milliseconds;
    },
    now: () => time,
    take: (path: string, by = ana) => instances[1]?.arrived(undefined).take(by, path.split('/').at(-1) ?? ''),
    parts: () => memory.list('unfinished', undefined, 100),
    left: async () =>
      (await Promise.all(folders.map((folder) => readdir(join(folder, 'uploads')).catch(() => [])))).flat(),
  };
}

const offsetOf = (response: Response) => response.headers.get('upload-offset');

test('an upload goes on where it was, at another instance, and is taken whole once', async () => {
  const { begun, part, send, take, parts, left } = create();
  const path = await begun(10);
  expect(offsetOf(await part(path, 0, 'abcd'))).toBe('4');
  expect(await take(path)).toBe('incomplete');
  const found = await send('HEAD', path, {}, { instance: 1 });
  expect([found.status, offsetOf(found), found.headers.get('upload-length')]).toEqual([200, '4', '10']);
  expect(offsetOf(await part(path, 4, 'efghij', 1))).toBe('10');
  const taken = await take(path);
  if (typeof taken !== 'object') throw new Error(taken);
  expect([taken.name, await taken.contents.text()]).toEqual(['a.png', 'abcdefghij']);
  await taken.release();
  expect(await left()).toEqual([]);
  expect((await send('DELETE', path)).status).toBe(204);
  expect([await parts(), await take(path), (await send('HEAD', path)).status]).toEqual([[], 'gone', 404]);
});

test('what arrived of a part that broke off counts', async () => {
  const { begun, part, send, left } = create();
  const path = await begun(1_000_000);
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(300_000)),
    pull: (controller) => controller.error(new Error('gone')),
  });
  await part(path, 0, broken);
  expect(offsetOf(await send('HEAD', path))).toBe('300000');
  expect(await left()).toEqual([]);
});

test.each<[string, number, (site: ReturnType<typeof create>, path: string) => Promise<Response>]>([
  ['of nobody', 401, ({ send }, path) => send('HEAD', path, {}, { person: 'nobody' })],
  ['of who may not upload', 403, ({ begin }) => begin(5, 'vera')],
  ['to what another person sends', 404, ({ send }, path) => send('HEAD', path, {}, { person: 'eva' })],
  ['to take back what another person sends', 404, ({ send }, path) => send('DELETE', path, {}, { person: 'eva' })],
  ['to an upload that is not there', 404, ({ part }) => part(`/admin/uploads/${'0'.repeat(32)}`, 0, 'a')],
  ['with a path for an id', 404, ({ part }) => part('/admin/uploads/..%2f..%2fmedia', 0, 'a')],
  ['at another place than it is at', 409, ({ part }, path) => part(path, 3, 'a')],
  ['with more than is left', 413, ({ part }, path) => part(path, 0, 'abcdefghijk')],
  ['of another type', 415, ({ send }, path) => send('PATCH', path, { 'upload-offset': '0' }, { body: 'a' })],
  ['of another version', 412, ({ send }, path) => send('PATCH', path, { 'tus-resumable': '0.2.2' })],
  ['without a length', 400, ({ send }) => send('POST', '/admin/uploads', { 'upload-metadata': 'filename YQ==' })],
  ['without a name', 400, ({ send }) => send('POST', '/admin/uploads', { 'upload-length': '5' })],
  ['of nothing', 422, ({ begin }) => begin(0)],
  ['of too much', 413, ({ begin }) => begin(100_000_001)],
])('a request %s is refused with %i, and changes nothing', async (_, status, request) => {
  const site = create();
  const path = await site.begun(10);
  expect((await request(site, path)).status).toBe(status);
  expect(offsetOf(await site.send('HEAD', path))).toBe('0');
  expect([await site.parts(), await site.left()]).toEqual([[], []]);
});

test('who may not upload is noted', async () => {
  const { begin, refused } = create();
  await begin(5, 'vera');
  expect(refused).toEqual(['vera media.upload']);
});

test('of two parts for the same place, one is taken', async () => {
  const { begun, part, parts, send } = create();
  const path = await begun(4);
  const both = await Promise.all([part(path, 0, 'ab'), part(path, 0, 'xy', 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect([offsetOf(await send('HEAD', path)), (await parts()).length]).toEqual(['2', 1]);
});

test('a person, and the site, have a limit of what is on its way', async () => {
  const { begin } = create();
  for (let index = 0; index < UNFINISHED_LIMITS.person.bytes / 25_000_000; index++) await begin(25_000_000);
  expect(await (await begin(1)).json()).toMatchObject({ reason: 'too-many' });
  expect((await begin(1, 'eva')).status).toBe(201);
});

test('uploads that begin at once, of a person at two instances, do not pass the limit together', async () => {
  const { begin } = create();
  for (let index = 0; index < UNFINISHED_LIMITS.person.count - 3; index++) await begin(5);
  const begun = await Promise.all(Array.from({ length: 6 }, (_, index) => begin(5, 'ana', { instance: index % 2 })));
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429]);
});

test('a file that finds no room in the space of the site is refused before its first byte', async () => {
  const { begin } = create({ ...USUAL_LIMITS, quota: 10 });
  expect((await begin(10)).status).toBe(201);
  const refusal = await begin(11);
  expect([refusal.status, await refusal.json()]).toEqual([507, expect.objectContaining({ reason: 'quota' })]);
});

test('the largest file is a setting, and who sends a larger one is told it', async () => {
  const { begin } = create({ picture: 1_000_000, file: 2_000_000 });
  expect((await begin(2_000_000)).status).toBe(201);
  expect(await (await begin(2_000_001)).json()).toMatchObject({ reason: 'size', limits: { fileMegabytes: 2 } });
});

test('a full disk refuses a part, and the upload goes on when there is room', async () => {
  const { begun, part, fill, send, left } = create();
  const path = await begun(4);
  fill(true);
  expect((await part(path, 0, 'abcd')).status).toBe(503);
  expect([offsetOf(await send('HEAD', path)), await left()]).toEqual(['0', []]);
  fill(false);
  expect(offsetOf(await part(path, 0, 'abcd'))).toBe('4');
});

test('an upload whose parts are lost is given up', async () => {
  const { begun, part, take, memory, parts, send } = create();
  const path = await begun(4);
  await part(path, 0, 'abcd');
  for (const key of await parts()) await memory.delete(key);
  expect(await take(path)).toBe('gone');
  expect((await send('HEAD', path)).status).toBe(404);
});

test('uploads that nobody goes on with, and parts that belong to none, are deleted by the job', async () => {
  const { begun, part, pass, parts, store, memory, now, send } = create();
  const old = await begun(4);
  await part(old, 0, 'ab');
  pass(2 * DAY);
  const young = await begun(4);
  await part(young, 0, 'ab');
  await memory.write(`unfinished/${'0'.repeat(32)}/0-x`, new Uint8Array(1));
  pass(1.5 * DAY);
  expect(await pruneUploads({ store, files: memory, now })).toBe(2);
  expect(await parts()).toEqual([expect.stringContaining(young.split('/').at(-1) ?? '-')]);
  expect([(await send('HEAD', old)).status, (await send('HEAD', young)).status]).toEqual([404, 200]);
});

test.each([
  ['path parts', '../../etc/passwd.png', 'passwd.png'],
  ['control characters', 'a\u0000b\n.png', 'ab.png'],
  ['another direction', 'gpj\u202e.png', 'gpj.png'],
  ['300 characters', `${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`],
])('a name with %s becomes one that every system can store', async (_, given, kept) => {
  const { begin, store } = create();
  expect((await begin(4, 'ana', { name: given })).status).toBe(201);
  const [upload] = await store.runQuery({ collection: unfinishedUploads.name });
  expect(upload?.data.name).toBe(kept);
});
