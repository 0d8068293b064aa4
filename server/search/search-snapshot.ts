import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { DocumentPath, DocumentStore } from '#core/documents/document-store.ts';
import { giveBackLease, takeLease } from '#core/jobs/lease.ts';
import type { FileStore } from '#core/media/file-store.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { Log } from '../log/log.ts';

/** Changed documents that are listed beside a copy, and read by those that load it; with more, it is written anew. */
const MAX_CHANGED = 500;

/** Milliseconds that one instance keeps the snapshot before another may, if it does not renew that. Source: Meki's own. */
const LEASE = 600_000;
const LEASE_NAME = 'search';

/** Bytes of a copy that are loaded at a time. */
const PART_BYTES = 4 * 1024 * 1024;

/** With a checksum, so that a damaged copy is found. */
const CHECKED = { [constants.ZSTD_c_checksumFlag]: 1 };

const MANIFEST = 'search/manifest';

const manifestSchema = z.strictObject({
  /** @see SearchSnapshotOptions.identity */
  identity: z.string(),
  /** The file of the copy, which is written beside the former one, and the place of the change feed that the copy has. */
  copy: z.enum(['a', 'b']),
  base: z.string(),
  /** The place up to which the copy has all changes, except those of the documents in `changed`. */
  place: z.string(),
  changed: z.array(z.custom<DocumentPath>((value) => typeof value === 'string' && value.includes('/'))),
});

type Manifest = z.infer<typeof manifestSchema>;

export interface SearchSnapshotOptions {
  store: DocumentStore;
  files: Pick<FileStore, 'read' | 'readPart' | 'write'>;
  index: Pick<SearchIndex, 'place' | 'copyTo' | 'continueWith'>;
  /** Hash of everything except documents that the entries depend on: a snapshot with another one is not used. */
  identity: string;
  /** Where copies are on their way; created when needed. */
  folder: string;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * The search index in the file store: a copy of its file, compressed, and the documents that have changed since. An instance that
 * starts reads those and what the feed tells; one instance writes it, by a lease.
 */
export interface SearchSnapshot {
  /** Continues with what is stored. @returns what the index has then; `undefined` if it must be filled */
  restore(): Promise<Pick<Manifest, 'place' | 'changed'> | undefined>;
  /** Takes note of documents that are read because they have changed, or of all. */
  noteReading(paths: readonly DocumentPath[] | 'all'): void;
  /** Stores an index that has everything up to a place, which it knows. */
  save(place: string): Promise<void>;
  /** Lets another instance go on. */
  stop(): Promise<void>;
}

export function createSearchSnapshot(options: SearchSnapshotOptions): SearchSnapshot {
  const { store, files, index, identity, folder, log } = options;
  const holder = crypto.randomUUID();
  /** The copy that `changed` is relative to; without one, it is written anew. */
  let base: Pick<Manifest, 'copy' | 'base'> | undefined;
  let changed = new Set<DocumentPath>();

  async function readManifest(): Promise<Manifest | undefined> {
    const bytes = await files.read(MANIFEST);
    return bytes && manifestSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  }

  async function* partsOf(key: string): AsyncGenerator<Uint8Array> {
    for (let start = 0, size = 1; start < size; ) {
      const part = await files.readPart(key, start, PART_BYTES);
      if (!part || part.bytes.length === 0) throw new Error(`The file ${key} is missing or cut off`);
      yield part.bytes;
      start += part.bytes.length;
      size = part.size;
    }
  }

  /** Does something with two files that are deleted afterwards. */
  async function withFiles(use: (copy: string, packed: string) => Promise<void>): Promise<void> {
    await mkdir(folder, { recursive: true });
    const own = await mkdtemp(join(folder, 'search-'));
    try {
      await use(join(own, 'copy'), join(own, 'packed'));
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  async function writeCopy(key: string): Promise<void> {
    await withFiles(async (copy, packed) => {
      await index.copyTo(copy);
      await pipeline(createReadStream(copy), createZstdCompress({ params: CHECKED }), createWriteStream(packed));
      await files.write(key, await openAsBlob(packed));
    });
  }

  async function loadCopy(key: string): Promise<void> {
    await withFiles(async (copy) => {
      await pipeline(partsOf(key), createZstdDecompress(), createWriteStream(copy));
      index.continueWith(copy);
    });
  }

  return {
    async restore() {
      try {
        const manifest = await readManifest();
        if (!manifest) return undefined;
        if (manifest.identity !== identity) {
          log.info({}, 'The stored search index is of another configuration; it is built anew');
          return undefined;
        }
        await loadCopy(`search/${manifest.copy}`);
        if (index.place() !== manifest.base) throw new Error('The copy is another one than the manifest says');
        base = { copy: manifest.copy, base: manifest.base };
        changed = new Set(manifest.changed);
        return manifest;
      } catch (error) {
        log.warn({ err: error }, 'The stored search index cannot be used; it is built anew');
        return undefined;
      }
    },

    noteReading(paths) {
      if (paths === 'all') base = undefined;
      if (!base || paths === 'all') return;
      for (const path of paths) changed.add(path);
      if (changed.size > MAX_CHANGED) base = undefined;
    },

    async save(place) {
      if ((await takeLease(store, { name: LEASE_NAME, holder, length: LEASE, now: Date.now() })) > 0) return;
      const former = await readManifest().catch((error: unknown) => {
        if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
        throw error;
      });
      // What another instance wrote may lack changes that this one does not list.
      if (!base || former?.base !== base.base || former.copy !== base.copy) {
        const own = { copy: former?.copy === 'a' ? 'b' : 'a', base: place } as const;
        base = own;
        changed = new Set();
        await writeCopy(`search/${own.copy}`).catch((error: unknown) => {
          base = undefined;
          throw error;
        });
        // More has changed meanwhile than can be listed.
        if (base !== own) return;
      }
      const manifest: Manifest = { identity, ...base, place, changed: [...changed] };
      await files.write(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    },

    // Without an answer of the store, the lease expires.
    stop: () => giveBackLease(store, { name: LEASE_NAME, holder }).catch(() => {}),
  };
}
