import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
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

test('leaves no temporary file behind', async () => {
  await createDiskFileStore({ folder }).write('a', new Uint8Array([1]));
  expect(await readdir(folder)).toEqual(['a']);
});
