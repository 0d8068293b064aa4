import type { FileStore } from '#core/media/file-store.ts';
import { createDiskFileStore } from './file-store.ts';

/** Maximum bytes on the disk. Source: Meki's own: the pictures of some thousand articles. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Milliseconds for which nothing is kept after the disk failed. Source: Meki's own. */
const PAUSE = 60_000;

/** Files listed at once when a process finds what the one before it kept. */
const PAGE = 1_000;

export type FormStore = Pick<FileStore, 'size' | 'readPart' | 'write' | 'delete'>;

export interface KeptFilesOptions {
  /** Where the files are. */
  files: FormStore & Pick<FileStore, 'read'>;
  /** Where they are kept: a folder for nothing else. */
  folder: string;
  /** The folders of their keys. */
  of: readonly string[];
  maxBytes?: number;
  now?: () => number;
}

/**
 * Keeps files of a store that is far away on the disk of this machine, those that were used last. Only for files whose contents never
 * change: another process may delete one, but not overwrite it. Without the disk, everything is read from the store.
 */
export function keepFiles({ files, folder, of, maxBytes = MAX_BYTES, now = Date.now }: KeptFilesOptions): FormStore {
  const disk = createDiskFileStore({ folder });
  /** The size of each kept file, in the order of their last use. */
  const kept = new Map<string, number>();
  const fetching = new Map<string, Promise<Uint8Array | undefined>>();
  let bytes = 0;
  let brokenAt = Number.NEGATIVE_INFINITY;
  const found = findKept().catch(noteFailure);

  async function findKept(): Promise<void> {
    for (const name of of) {
      for (let last: string | undefined; ; ) {
        const keys = await disk.list(name, last, PAGE);
        for (const key of keys) note(key, (await disk.size(key)) ?? 0);
        last = keys.at(-1);
        if (keys.length < PAGE) break;
      }
    }
    await evict();
  }

  function noteFailure(): void {
    brokenAt = now();
  }

  function note(key: string, size: number): void {
    forget(key);
    kept.set(key, size);
    bytes += size;
  }

  function forget(key: string): void {
    bytes -= kept.get(key) ?? 0;
    kept.delete(key);
  }

  async function evict(): Promise<void> {
    for (const key of kept.keys()) {
      if (bytes <= maxBytes) return;
      forget(key);
      await disk.delete(key);
    }
  }

  async function keep(key: string, contents: Uint8Array): Promise<void> {
    if (contents.byteLength > maxBytes) return;
    await disk.write(key, contents);
    note(key, contents.byteLength);
    await evict();
  }

  /** The whole file, which is kept from then on. */
  function fetch(key: string): Promise<Uint8Array | undefined> {
    const known = fetching.get(key);
    if (known) return known;
    const reading = files
      .read(key)
      .then(async (contents) => {
        if (contents) await keep(key, contents).catch(noteFailure);
        return contents;
      })
      .finally(() => fetching.delete(key));
    fetching.set(key, reading);
    return reading;
  }

  return {
    async size(key) {
      await found;
      return kept.get(key) ?? files.size(key);
    },
    async readPart(key, start, length) {
      await found;
      const size = kept.get(key);
      if (size !== undefined) {
        const part = await disk.readPart(key, start, length).catch(() => undefined);
        if (part?.size === size) {
          if (kept.has(key)) note(key, size);
          return part;
        }
        forget(key);
      }
      if (now() - brokenAt < PAUSE) return files.readPart(key, start, length);
      const contents = await fetch(key);
      return contents && { bytes: contents.subarray(start, start + length), size: contents.byteLength };
    },
    write: files.write,
    async delete(key) {
      forget(key);
      await disk.delete(key).catch(noteFailure);
      await files.delete(key);
    },
  };
}
