import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_OTHER_FILE_BYTES } from '#core/media/media-limits.ts';
import { isFileWithin, readPicture } from './file-within.ts';

let place = '';
let folder = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'meki-within-'));
  folder = join(place, 'folder');
  await mkdir(join(folder, 'own'), { recursive: true });
  await mkdir(join(place, 'other'));
  await writeFile(join(place, 'other', 'secret.svg'), '<svg/>');
  await writeFile(join(folder, 'own', 'a.svg'), '<svg/>');
});
afterEach(() => rm(place, { recursive: true }));

describe('isFileWithin', () => {
  test('finds files of the folder, also by a symbolic link in it or to it', async () => {
    await symlink('own/a.svg', join(folder, 'b.svg'));
    await symlink(folder, join(place, 'link'));
    expect(isFileWithin(folder, join(folder, 'own', 'a.svg'))).toBe(true);
    expect(isFileWithin(folder, join(folder, 'b.svg'))).toBe(true);
    expect(isFileWithin(join(place, 'link'), join(place, 'link', 'own', 'a.svg'))).toBe(true);
  });

  test('finds nothing outside of the folder, nor by a symbolic link that leads there', async () => {
    await symlink('../other/secret.svg', join(folder, 'file.svg'));
    await symlink('../other', join(folder, 'way'));
    await symlink('file.svg', join(folder, 'chain.svg'));
    await symlink('round.svg', join(folder, 'round.svg'));
    await symlink('/dev/zero', join(folder, 'endless.svg'));
    const paths = ['file.svg', 'way/secret.svg', 'chain.svg', 'round.svg', 'endless.svg', '../other/secret.svg', 'own'];
    expect(paths.filter((path) => isFileWithin(folder, join(folder, path)))).toEqual([]);
    expect(isFileWithin(folder, join(folder, 'a\0.svg'))).toBe(false);
    expect(isFileWithin(folder, join(folder, 'x'.repeat(300)))).toBe(false);
  });
});

test('of a file that is too large, only as much is read as tells that', async () => {
  const path = join(folder, 'large.svg');
  await writeFile(path, '');
  await truncate(path, MAX_OTHER_FILE_BYTES + 100_000);
  expect((await readPicture(path)).byteLength).toBe(MAX_OTHER_FILE_BYTES + 1);
  expect(new TextDecoder().decode(await readPicture(join(folder, 'own', 'a.svg')))).toBe('<svg/>');
});
