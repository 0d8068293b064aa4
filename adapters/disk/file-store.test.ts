import { mkdtemp, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStoreBusy, FileStoreUnavailable, pathOf } from '#core/media/file-store.ts';
import { fileStoreContract } from '../contracts/file-store.contract.ts';
import { createDiskFileStore } from './file-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meki-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

fileStoreContract('disk', async () => createDiskFileStore({ folder: join(folder, 'not-there-yet') }));

test('another store on the same folder reads what was written', async () => {
  await createDiskFileStore({ folder }).write('media/a', new Uint8Array([1]));
  expect(await createDiskFileStore({ folder }).read('media/a')).toEqual(new Uint8Array([1]));
});

test('says what happened when a file cannot be written, and leaves nothing behind', async () => {
  await writeFile(join(folder, 'media'), 'a file where the folder should be');
  const files = createDiskFileStore({ folder });
  const failure = files.write('media/a', new Uint8Array([1]));
  await expect(failure).rejects.toThrow(FileStoreUnavailable);
  await expect(failure).rejects.toThrow(`The file media/a could not be written to ${folder}`);
  expect(await readdir(folder)).toEqual(['media']);
});

test('passes on where a file lies instead of its bytes', async () => {
  const files = createDiskFileStore({ folder });
  await files.write('media/a', new Uint8Array([1]));
  expect(pathOf((await files.open('media/a')) ?? new Uint8Array())).toBe(join(folder, 'media/a'));
});

test('leaves no temporary file behind', async () => {
  await createDiskFileStore({ folder }).write('a', new Uint8Array([1]));
  expect(await readdir(folder)).toEqual(['a']);
});

/** Number of file descriptors that this process has open in the folder. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder)).length;
}

test.runIf(process.platform === 'linux')(
  'holds few files open while many read parts, and none afterwards',
  async () => {
    const files = createDiskFileStore({ folder });
    await files.write('a', new Uint8Array(1_000));
    let isReading = true;
    const reads = Promise.all(Array.from({ length: 500 }, () => files.readPart('a', 0, 1_000))).finally(() => {
      isReading = false;
    });
    let most = 0;
    while (isReading) most = Math.max(most, await openFiles());
    await reads;
    expect(most).toBeLessThanOrEqual(16);
    expect(await openFiles()).toBe(0);
  },
);

test('refuses a read when too many wait already, and reads again afterwards', async () => {
  const files = createDiskFileStore({ folder });
  await files.write('a', new Uint8Array([1]));
  const reads = await Promise.allSettled(Array.from({ length: 3_000 }, () => files.readPart('a', 0, 1)));
  const refused = reads.filter((read) => read.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(FileStoreBusy);
  expect(await files.readPart('a', 0, 1)).toEqual({ bytes: new Uint8Array([1]), size: 1 });
});

test('sorts the files of folders by their whole keys', async () => {
  const files = createDiskFileStore({ folder });
  const keys = ['media/a-b', 'media/a.b/c', 'media/a/b', 'media/a/c', 'media/a0'];
  for (const key of keys.toReversed()) await files.write(key, new Uint8Array([1]));
  for (const [index, key] of keys.entries()) expect(await files.list('media', key, 9)).toEqual(keys.slice(index + 1));
});

test('lists neither unfinished files nor what is outside of the folder, and follows links to other disks', async () => {
  const files = createDiskFileStore({ folder });
  await files.write('elsewhere/b', new Uint8Array([1]));
  await files.write('media/a', new Uint8Array([1]));
  await writeFile(join(folder, 'media', `b.${crypto.randomUUID()}.tmp`), 'half');
  await symlink(join(folder, 'elsewhere'), join(folder, 'media', 'linked'));
  expect(await files.list('media', undefined, 10)).toEqual(['media/a', 'media/linked/b']);
});

test('a listing deletes what a killed process has left half written, and nothing that is written now', async () => {
  const files = createDiskFileStore({ folder });
  await files.write('media/a', new Uint8Array([1]));
  const [left, now] = ['left', 'now'].map((name) => `${name}.${crypto.randomUUID()}.tmp`) as [string, string];
  for (const name of [left, now]) await writeFile(join(folder, 'media', name), 'half');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(folder, 'media', left), yesterday, yesterday);
  await files.list('media', undefined, 10);
  expect((await readdir(join(folder, 'media'))).sort()).toEqual(['a', now].sort());
});
