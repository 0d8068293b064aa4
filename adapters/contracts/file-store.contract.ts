import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytesOf, type FileStore } from '#core/media/file-store.ts';
import { makeTemporaryFolder } from '../../test/helpers/temporary-folder.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

/** The contract of the `FileStore` port. `create` returns an empty store; called once per test. */
export function fileStoreContract(name: string, create: () => Promise<FileStore>): void {
  describe(`${name} as a file store`, () => {
    test('gives back the bytes that were written', async () => {
      const files = await create();
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      await files.write('media/ab12/original.png', all);
      expect(await files.read('media/ab12/original.png')).toEqual(all);
    });

    test('takes the bytes of a blob, such as a file that is not in memory', async () => {
      const files = await create();
      const folder = makeTemporaryFolder();
      const all = Uint8Array.from({ length: 300_000 }, (_, index) => index);
      await writeFile(join(folder, 'large'), all);
      const path = join(folder, 'large');
      const blob = await openAsBlob(path);
      await files.write('media/large', blob);
      await files.write('media/part', new File([blob.slice(3, 200_003)], 'part'));
      await files.write('media/none', new Blob());
      expect(await files.read('media/large')).toEqual(all);
      expect(await files.read('media/part')).toEqual(all.slice(3, 200_003));
      expect(await files.read('media/none')).toEqual(bytes());
      await files.write('media/local', Object.assign(blob, { path }));
      await writeFile(path, 'changed afterwards');
      expect(await files.read('media/local')).toEqual(all);
    });

    test('opens a file to pass it on, and none that was not written', async () => {
      const files = await create();
      await files.write('a/b', bytes(1, 2, 3));
      const opened = await files.open('a/b');
      expect(opened && (await bytesOf(opened))).toEqual(bytes(1, 2, 3));
      for (const key of ['a', 'a/c', 'a/b/c']) expect(await files.open(key)).toBeUndefined();
    });

    test('has no file that was not written, nor one for the start of a key', async () => {
      const files = await create();
      await files.write('a/b', bytes(1));
      expect(await files.read('a/c')).toBeUndefined();
      expect(await files.read('a')).toBeUndefined();
      expect(await files.read('a/b/c')).toBeUndefined();
    });

    test('replaces a file that is written again', async () => {
      const files = await create();
      await files.write('a', bytes(1, 2, 3));
      await files.write('a', bytes(4));
      expect(await files.read('a')).toEqual(bytes(4));
    });

    test('keeps an empty file', async () => {
      const files = await create();
      await files.write('empty', bytes());
      expect(await files.read('empty')).toEqual(bytes());
    });

    test('does not change when the bytes given or got are changed afterwards', async () => {
      const files = await create();
      const given = bytes(1);
      await files.write('a', given);
      given[0] = 9;
      const got = await files.read('a');
      if (got) got[0] = 8;
      expect(await files.read('a')).toEqual(bytes(1));
    });

    test('tells the size of a file, and that there is none', async () => {
      const files = await create();
      await files.write('a/b', bytes(1, 2, 3));
      expect(await Promise.all(['a/b', 'a/c', 'a', 'a/b/c'].map((key) => files.size(key)))).toEqual([
        3,
        undefined,
        undefined,
        undefined,
      ]);
    });

    test.each([
      ['all of it', 0, 4, [1, 2, 3, 4]],
      ['its start', 0, 2, [1, 2]],
      ['its middle', 1, 2, [2, 3]],
      ['as many as there are', 2, 100, [3, 4]],
      ['nothing from its end on', 4, 1, []],
      ['nothing beyond its end', 9, 1, []],
      ['nothing when it asks for no bytes', 1, 0, []],
    ] as const)('reads a part of a file: %s', async (_, start, length, expected) => {
      const files = await create();
      await files.write('a', bytes(1, 2, 3, 4));
      expect(await files.readPart('a', start, length)).toEqual({ bytes: bytes(...expected), size: 4 });
    });

    test('reads no part of an empty file, and tells its size', async () => {
      const files = await create();
      await files.write('empty', bytes());
      expect(await files.readPart('empty', 0, 10)).toEqual({ bytes: bytes(), size: 0 });
      expect(await files.size('empty')).toBe(0);
    });

    test('joins the parts of a large file to what was written', async () => {
      const files = await create();
      const all = Uint8Array.from({ length: 300_001 }, (_, index) => index % 251);
      await files.write('large', all);
      const parts = await Promise.all(
        [0, 100_000, 200_000, 300_000].map((start) => files.readPart('large', start, 100_000)),
      );
      expect(Buffer.concat(parts.map((part) => part?.bytes ?? bytes())).equals(all)).toBe(true);
    });

    test('has no part of a file that was not written', async () => {
      const files = await create();
      await files.write('a/b', bytes(1));
      for (const key of ['a', 'a/c', 'a/b/c']) expect(await files.readPart(key, 0, 1)).toBeUndefined();
    });

    test('lists the files of a folder, sorted and a limited number at a time', async () => {
      const files = await create();
      expect(await files.list('media', undefined, 10)).toEqual([]);
      const keys = ['media/a/b', 'media/a/c', 'media/a0', 'media/ab', 'media/b/b/b', 'media/b/b/c', 'media/c'];
      for (const key of ['media-b/a', 'other/a', 'media.b', ...keys]) await files.write(key, bytes(1));
      expect(await files.list('media', undefined, 10)).toEqual(keys);
      const paged: string[] = [];
      for (let page = await files.list('media', undefined, 3); page.length > 0; ) {
        expect(page.length).toBeLessThanOrEqual(3);
        paged.push(...page);
        page = await files.list('media', page.at(-1), 3);
      }
      expect(paged).toEqual(keys);
      expect(await files.list('media', 'media/a/bb', 1)).toEqual(['media/a/c']);
      expect(await files.list('media/a', undefined, 10)).toEqual(['media/a/b', 'media/a/c']);
      expect(await files.list('media/a/b', undefined, 10)).toEqual([]);
    });

    test('deletes one file, once or again, and takes it back afterwards', async () => {
      const files = await create();
      for (const key of ['a/b', 'a/c', 'a/bb']) await files.write(key, bytes(1));
      for (let times = 0; times < 2; times++) await files.delete('a/b');
      expect(await files.read('a/b')).toBeUndefined();
      expect(await files.list('a', undefined, 10)).toEqual(['a/bb', 'a/c']);
      for (const key of ['a/bb', 'a/c', 'a/d', 'x/y/z', 'a']) await files.delete(key);
      expect(await files.list('a', undefined, 10)).toEqual([]);
      await files.write('a/b', bytes(2));
      expect(await files.read('a/b')).toEqual(bytes(2));
    });

    test('reads many parts at once', async () => {
      const files = await create();
      const all = Uint8Array.from({ length: 200 }, (_, index) => index);
      await files.write('a', all);
      const parts = await Promise.all(Array.from(all, (_, index) => files.readPart('a', index, 1)));
      expect(parts.map((part) => part?.bytes[0])).toEqual([...all]);
    });

    test('ends with one of the files when two write the same key at once', async () => {
      const files = await create();
      const contents = Array.from({ length: 8 }, (_, index) => new Uint8Array(10_000).fill(index));
      await Promise.all(contents.map((content) => files.write('a', content)));
      expect(contents).toContainEqual(await files.read('a'));
    });

    test.each([
      '',
      '/a',
      'a/',
      'a//b',
      '..',
      '../a',
      'a/../b',
      'a/./b',
      'A',
      'a b',
      'a\\b',
      'a\0',
      'ñ',
      'x'.repeat(201),
    ])('refuses %j as a key', async (key) => {
      const files = await create();
      await expect(files.write(key, bytes(1))).rejects.toThrow(RangeError);
      await expect(files.delete(key)).rejects.toThrow(RangeError);
      await expect(files.read(key)).rejects.toThrow(RangeError);
      await expect(files.size(key)).rejects.toThrow(RangeError);
      await expect(files.list(key, undefined, 1)).rejects.toThrow(RangeError);
      await expect(files.readPart(key, 0, 1)).rejects.toThrow(RangeError);
    });
  });
}
