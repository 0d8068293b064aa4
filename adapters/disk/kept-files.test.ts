import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryFileStore } from '#adapters/memory/file-store.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';
import { createDiskFileStore } from './file-store.ts';
import { keepFiles } from './kept-files.ts';

const bytes = (size: number, value = 1) => new Uint8Array(size).fill(value);

/** Files far away, with a function that tells what was asked of them since its last call. */
function createDistant() {
  const store = createMemoryFileStore();
  let asked: string[] = [];
  const noting =
    <Rest extends unknown[], Answer>(name: string, ask: (key: string, ...rest: Rest) => Answer) =>
    (key: string, ...rest: Rest) => {
      asked.push(`${name} ${key}`);
      return ask(key, ...rest);
    };
  const files = {
    ...store,
    read: noting('read', store.read),
    size: noting('size', store.size),
    readPart: noting('part', store.readPart),
  };
  const take = () => {
    const taken = asked;
    asked = [];
    return taken;
  };
  return { files, take };
}

const keyOf = (name: string) => `media/${name}/640.webp`;

test('a file is asked for once, also by several at once and by the next process', async () => {
  const { files, take } = createDistant();
  const folder = makeTemporaryFolder();
  await files.write(keyOf('a'), bytes(1_000));
  const kept = keepFiles({ files, folder, of: ['media'] });
  const parts = await Promise.all([0, 600].map((start) => kept.readPart(keyOf('a'), start, 600)));
  expect(parts.map((part) => [part?.bytes.byteLength, part?.size])).toEqual([
    [600, 1_000],
    [400, 1_000],
  ]);
  expect(take()).toEqual([`read ${keyOf('a')}`]);
  expect(await kept.size(keyOf('a'))).toBe(1_000);
  const next = keepFiles({ files, folder, of: ['media'] });
  expect((await next.readPart(keyOf('a'), 0, 10))?.bytes).toEqual(bytes(10));
  expect(take()).toEqual([]);
});

test('a file that does not exist is asked for again, since somebody may draw it', async () => {
  const { files } = createDistant();
  const kept = keepFiles({ files, folder: makeTemporaryFolder(), of: ['media'] });
  expect(await kept.readPart(keyOf('a'), 0, 10)).toBeUndefined();
  await files.write(keyOf('a'), bytes(3));
  expect((await kept.readPart(keyOf('a'), 0, 10))?.size).toBe(3);
});

test('the files that were used last stay, within a number of bytes on the disk', async () => {
  const { files, take } = createDistant();
  const folder = makeTemporaryFolder();
  for (const name of ['a', 'b', 'c']) await files.write(keyOf(name), bytes(1_000));
  const kept = keepFiles({ files, folder, of: ['media'], maxBytes: 2_000 });
  for (const name of ['a', 'b', 'a', 'c']) await kept.readPart(keyOf(name), 0, 10);
  expect(await createDiskFileStore({ folder }).list('media', undefined, 10)).toEqual(['a', 'c'].map(keyOf));
  take();
  await kept.readPart(keyOf('b'), 0, 10);
  expect(take()).toEqual([`read ${keyOf('b')}`]);
});

test('a file that is deleted here is gone from the disk', async () => {
  const { files } = createDistant();
  const folder = makeTemporaryFolder();
  await files.write(keyOf('a'), bytes(10));
  const kept = keepFiles({ files, folder, of: ['media'] });
  await kept.readPart(keyOf('a'), 0, 10);
  await kept.delete(keyOf('a'));
  expect(await kept.readPart(keyOf('a'), 0, 10)).toBeUndefined();
  expect(await createDiskFileStore({ folder }).list('media', undefined, 10)).toEqual([]);
});

test('without the disk, parts are read from the store', async () => {
  const { files, take } = createDistant();
  const folder = makeTemporaryFolder();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  await files.write(keyOf('a'), bytes(1_000));
  const kept = keepFiles({ files, folder: join(folder), of: ['media'] });
  expect((await kept.readPart(keyOf('a'), 500, 600))?.bytes.byteLength).toBe(500);
  take();
  expect((await kept.readPart(keyOf('a'), 0, 600))?.bytes.byteLength).toBe(600);
  expect(take()).toEqual([`part ${keyOf('a')}`]);
});
