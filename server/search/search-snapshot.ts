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
export class SearchSnapshot {
  readonly #options: SearchSnapshotOptions;
  readonly #holder = crypto.randomUUID();
  /** The copy that `#changed` is relative to; without one, it is written anew. */
  #base: Pick<Manifest, 'copy' | 'base'> | undefined;
  #changed = new Set<DocumentPath>();

  constructor(options: SearchSnapshotOptions) {
    this.#options = options;
  }

  /** Continues with what is stored. @returns what the index has then; `undefined` if it must be filled */
  async restore(): Promise<Pick<Manifest, 'place' | 'changed'> | undefined> {
    const { index, identity, log } = this.#options;
    try {
      const manifest = await this.#readManifest();
      if (!manifest) return undefined;
      if (manifest.identity !== identity) {
        log.info({}, 'The stored search index is of another configuration; it is built anew');
        return undefined;
      }
      await this.#loadCopy(`search/${manifest.copy}`);
      if (index.place() !== manifest.base) throw new Error('The copy is another one than the manifest says');
      this.#base = { copy: manifest.copy, base: manifest.base };
      this.#changed = new Set(manifest.changed);
      return manifest;
    } catch (error) {
      log.warn({ err: error }, 'The stored search index cannot be used; it is built anew');
      return undefined;
    }
  }

  /** Takes note of documents that are read because they have changed, or of all. */
  noteReading(paths: readonly DocumentPath[] | 'all'): void {
    if (paths === 'all') this.#base = undefined;
    if (!this.#base || paths === 'all') return;
    for (const path of paths) this.#changed.add(path);
    if (this.#changed.size > MAX_CHANGED) this.#base = undefined;
  }

  /** Stores an index that has everything up to a place, which it knows. */
  async save(place: string): Promise<void> {
    const { store, files, identity } = this.#options;
    const lease = { name: LEASE_NAME, holder: this.#holder, length: LEASE, now: Date.now() };
    if ((await takeLease(store, lease)) > 0) return;
    const former = await this.#readManifest().catch((error: unknown) => {
      if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
      throw error;
    });
    // What another instance wrote may lack changes that this one does not list.
    if (!this.#base || former?.base !== this.#base.base || former.copy !== this.#base.copy) {
      const own = { copy: former?.copy === 'a' ? 'b' : 'a', base: place } as const;
      this.#base = own;
      this.#changed = new Set();
      await this.#writeCopy(`search/${own.copy}`).catch((error: unknown) => {
        this.#base = undefined;
        throw error;
      });
      // More has changed meanwhile than can be listed.
      if (this.#base !== own) return;
    }
    const manifest: Manifest = { identity, ...this.#base, place, changed: [...this.#changed] };
    await files.write(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  }

  /** Lets another instance go on. Without an answer of the store, the lease expires. */
  async stop(): Promise<void> {
    await giveBackLease(this.#options.store, { name: LEASE_NAME, holder: this.#holder }).catch(() => {});
  }

  async #readManifest(): Promise<Manifest | undefined> {
    const bytes = await this.#options.files.read(MANIFEST);
    return bytes && manifestSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  }

  async #writeCopy(key: string): Promise<void> {
    await this.#withFiles(async (copy, packed) => {
      await this.#options.index.copyTo(copy);
      await pipeline(createReadStream(copy), createZstdCompress({ params: CHECKED }), createWriteStream(packed));
      await this.#options.files.write(key, await openAsBlob(packed));
    });
  }

  async #loadCopy(key: string): Promise<void> {
    await this.#withFiles(async (copy) => {
      await pipeline(this.#partsOf(key), createZstdDecompress(), createWriteStream(copy));
      this.#options.index.continueWith(copy);
    });
  }

  async *#partsOf(key: string): AsyncGenerator<Uint8Array> {
    for (let start = 0, size = 1; start < size; ) {
      const part = await this.#options.files.readPart(key, start, PART_BYTES);
      if (!part || part.bytes.length === 0) throw new Error(`The file ${key} is missing or cut off`);
      yield part.bytes;
      start += part.bytes.length;
      size = part.size;
    }
  }

  /** Does something with two files that are deleted afterwards. */
  async #withFiles(use: (copy: string, packed: string) => Promise<void>): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true });
    const own = await mkdtemp(join(this.#options.folder, 'search-'));
    try {
      await use(join(own, 'copy'), join(own, 'packed'));
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }
}
