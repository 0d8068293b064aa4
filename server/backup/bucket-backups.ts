import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileStore, FileStoreUnavailable } from '#core/media/file-store.ts';
import { everyPage, inParallel } from '../copying/in-parallel.ts';
import { StartFailure } from '../process/start-failure.ts';
import { COMPLETE, hashesIn, readBackup, SUMS } from './backup-contents.ts';
import type { BackupPlace } from './backup-keeper.ts';

/** Keys per listing, bytes per read, and files at once. */
const PAGE = 1_000;
const PART = 8 * 1024 * 1024;
const AT_ONCE = 4;

/** The beginning of the folders in which backups wait for their way into the bucket. */
const WAITING = 'unfinished-backup-';

/** In a bucket, names are of lower-case letters. */
const SUMS_KEY = SUMS.toLowerCase();

export interface BucketPlaceOptions {
  files: FileStore;
  /** The folder of the file store with the backups of all sites that use it. */
  prefix: string;
  /** What tells the site from others. */
  site: string;
  /** The data folder of this instance, where a backup is made first. */
  dataDir: string;
  /** As `BackupPlace.take`, into a folder. */
  take(to: string, signal: AbortSignal): Promise<void>;
}

/**
 * Backups in the object storage: a backup's lists under its name, its files under their hashes, so that what many backups have is
 * there once. Its last list is written last. No rule of the bucket may delete objects by their age.
 */
export function bucketPlace({ files, prefix, site, dataDir, take }: BucketPlaceOptions): BackupPlace {
  const root = `${prefix}/${site}`;
  const contents = `${root}/files`;

  /** The keys of the lists; names begin with digits, and come before the contents. */
  async function listKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of everyPage((after) => files.list(root, after, PAGE))) {
      if (key.startsWith(`${contents}/`)) break;
      keys.push(key);
    }
    return keys;
  }

  /** Deletes the contents that no whole backup has. */
  async function tidy(names: readonly string[]): Promise<void> {
    const needed = new Set<string>();
    for (const name of names) {
      const list = await files.read(`${root}/${name}/${SUMS_KEY}`);
      if (!list) throw new FileStoreUnavailable(`The backup ${name} has lost its list of files`);
      for (const hash of hashesIn(new TextDecoder().decode(list)).values()) needed.add(hash);
    }
    for await (const key of everyPage((after) => files.list(contents, after, PAGE))) {
      if (!needed.has(key.slice(contents.length + 1))) await files.delete(key);
    }
  }

  async function upload(folder: string, name: string, signal: AbortSignal): Promise<void> {
    const { hashes } = await readBackup(folder);
    const there = new Set<string>();
    for await (const key of everyPage((after) => files.list(contents, after, PAGE))) there.add(key);
    const missing = [...hashes].filter(([, hash]) => !there.has(`${contents}/${hash}`));
    await inParallel(each(missing), AT_ONCE, async ([path, hash]) => {
      signal.throwIfAborted();
      const key = `${contents}/${hash}`;
      await files.write(key, await openAsBlob(join(folder, path)));
      if ((await hashOf(files, key)) === hash) return;
      await files.delete(key);
      throw new FileStoreUnavailable(`The object storage gives back something else than ${path}`);
    });
    for (const file of [SUMS, COMPLETE]) {
      await files.write(`${root}/${name}/${file.toLowerCase()}`, await readFile(join(folder, file)));
    }
  }

  async function list() {
    const keys = await listKeys();
    const names = new Set(keys.map((key) => key.slice(root.length + 1).split('/', 1)[0] ?? ''));
    const all = new Set(keys);
    return [...names].map((name) => ({ name, isWhole: all.has(`${root}/${name}/${COMPLETE}`) }));
  }

  return {
    name: `${root}/`,
    list,
    async remove(name) {
      for (const file of [COMPLETE, SUMS_KEY]) await files.delete(`${root}/${name}/${file}`);
    },
    async take(name, signal) {
      for (const left of await readdir(dataDir)) {
        if (left.startsWith(WAITING)) await rm(join(dataDir, left), { recursive: true, force: true });
      }
      const folder = await mkdtemp(join(dataDir, WAITING));
      try {
        await take(join(folder, name), signal);
        await upload(join(folder, name), name, signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async tidy() {
      await tidy((await list()).flatMap(({ name, isWhole }) => (isWhole ? name : [])));
    },
  };
}

/** Brings a backup from the bucket into a new folder. @throws {StartFailure} if it is not there, with those that are */
export async function downloadBackup(files: FileStore, prefix: string, name: string, folder: string): Promise<void> {
  const root = `${prefix}/${name.split('-').at(-1)}`;
  const read = (file: string) => files.read(`${root}/${name}/${file.toLowerCase()}`);
  const [facts, list] = [await read(COMPLETE), await read(SUMS)];
  if (!facts || !list) {
    const keys = await files.list(prefix, undefined, PAGE);
    const names = keys.filter((key) => key.endsWith(`/${COMPLETE}`)).map((key) => key.split('/').at(-2));
    const known = names.length > 0 ? ` There are ${names.join(', ')}.` : '';
    throw new StartFailure(`There is no backup ${name} in ${prefix}/ of the object storage.${known}`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await inParallel(each(hashesIn(new TextDecoder().decode(list))), AT_ONCE, async ([path, hash]) => {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    const parts = partsOf(files, `${root}/files/${hash}`);
    await writeFile(join(folder, path), parts, { mode: 0o600, flag: 'wx' });
  });
  await writeFile(join(folder, SUMS), list, { mode: 0o600 });
  await writeFile(join(folder, COMPLETE), facts, { mode: 0o600 });
}

/** @throws {FileStoreUnavailable} if it is not there */
async function* partsOf(files: FileStore, key: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; ) {
    const part = await files.readPart(key, start, PART);
    if (!part) throw new FileStoreUnavailable(`${key} is not in the object storage`);
    if (part.bytes.byteLength > 0) yield part.bytes;
    start += part.bytes.byteLength;
    if (start >= part.size || part.bytes.byteLength === 0) return;
  }
}

async function hashOf(files: FileStore, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(files, key)) hash.update(part);
  return hash.digest('hex');
}

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
