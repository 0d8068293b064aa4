import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createUploadSpace, type UploadSender } from './upload-space.ts';

const LIMITS = { account: 100, network: 150, all: 200 };

function create() {
  const folder = join(makeTemporaryFolder(), 'uploads');
  const space = createUploadSpace({ folder, limits: LIMITS });
  const files = () => readdir(folder).catch(() => []);
  const receive = (bytes: number, { account = 'ana', address = '203.0.113.1' }: Partial<UploadSender> = {}) =>
    space.receive(asRequest(bytes), 100, { account, address });
  return { folder, space, files, receive };
}

function asRequest(bytes: number, headers: HeadersInit = { 'content-length': String(bytes) }) {
  return { headers: new Headers(headers), body: new Blob(['x'.repeat(bytes)]).stream() };
}

test('a body is in a file until it is released', async () => {
  const { space, files, folder } = create();
  const pieces = ['a', 'b'.repeat(60), '', 'c'].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  const upload = await space.receive({ headers: new Headers(), body }, 100, { account: 'ana', address: undefined });
  if (typeof upload === 'string') throw new Error(upload);
  expect([upload.body.size, await upload.body.text()]).toEqual([62, `a${'b'.repeat(60)}c`]);
  const [file = ''] = await files();
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, file))).mode & 0o777]).toEqual([0o700, 0o600]);
  await upload.release();
  expect(await files()).toEqual([]);
});

test('a body may be empty', async () => {
  const { space } = create();
  const upload = await space.receive({ headers: new Headers(), body: null }, 100, { account: 'ana', address: 'x' });
  expect(typeof upload === 'string' ? upload : upload.body.size).toBe(0);
});

test.each([
  ['that says so', { 'content-length': '101' }, 'too-large'],
  ['that does not say so', {}, 'too-large'],
  ['that says less', { 'content-length': '5' }, 'too-large'],
])('a body %s, and is too large, leaves nothing', async (_, headers, refusal) => {
  const { space, files, receive } = create();
  const sender = { account: 'ana', address: undefined };
  expect(await space.receive(asRequest(101, headers), 100, sender)).toBe(refusal);
  expect(await files()).toEqual([]);
  expect(await receive(100)).toMatchObject({ body: { size: 100 } });
});

test('a body that breaks off leaves nothing', async () => {
  const { space, files, receive } = create();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(50)),
    pull: (controller) => controller.error(new Error('gone')),
  });
  expect(await space.receive({ headers: new Headers(), body }, 100, { account: 'ana', address: 'x' })).toBe(
    'incomplete',
  );
  expect(await files()).toEqual([]);
  expect(await receive(100)).toMatchObject({ body: { size: 100 } });
});

test('bytes at work are limited for an account, a network and the server, and given back', async () => {
  const { receive } = create();
  const first = await receive(60);
  expect(await receive(41)).toBe('too-many');
  expect(await receive(40)).toMatchObject({ body: { size: 40 } });
  expect(await receive(51, { account: 'eva' })).toBe('too-many');
  expect(await receive(50, { account: 'eva' })).toMatchObject({ body: { size: 50 } });
  expect(await receive(51, { account: 'eva', address: '203.0.113.2' })).toBe('too-many');
  expect(await receive(51, { account: 'olga', address: '203.0.113.2' })).toBe('full');
  if (typeof first === 'string') throw new Error(first);
  await first.release();
  expect(await receive(60)).toMatchObject({ body: { size: 60 } });
});

test('a body without a length counts as the largest', async () => {
  const { space, receive } = create();
  await receive(1);
  expect(await space.receive(asRequest(1, {}), 100, { account: 'ana', address: 'x' })).toBe('too-many');
});

test('what a killed process has left is deleted before the first upload', async () => {
  const { folder, files, receive } = create();
  await mkdir(folder);
  await writeFile(join(folder, 'left'), 'x');
  await receive(10);
  expect(await files()).toHaveLength(1);
  expect(await files()).not.toContain('left');
});

test('in a folder of several processes, what another has at work stays', async () => {
  const folder = makeTemporaryFolder();
  for (const name of ['left', 'at-work']) await writeFile(join(folder, name), 'x');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(folder, 'left'), anHourAgo, anHourAgo);
  await createUploadSpace({ folder, isShared: true }).clean();
  expect(await readdir(folder)).toEqual(['at-work']);
});

test('a folder that cannot be written is unavailable for the moment, and takes no space', async () => {
  const { folder, receive } = create();
  await writeFile(folder, 'a file').then(() => mkdir(folder).catch(() => {}));
  const space = createUploadSpace({ folder: join(folder, 'below-a-file'), limits: LIMITS });
  const sender = { account: 'ana', address: undefined };
  for (let round = 0; round < 3; round++) {
    await expect(space.receive(asRequest(90), 100, sender)).rejects.toMatchObject({ name: 'FileStoreUnavailable' });
  }
  expect(await receive(100)).toMatchObject({ body: { size: 100 } });
});
