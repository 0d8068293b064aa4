import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import type { DocumentPath } from '#core/documents/document-store.ts';
import type { FileStore } from '#core/media/file-store.ts';

/** Increase when the form of the files, or what entries contain, changes: snapshots of other forms are not read. */
const FORMAT = 1;

/** Characters of JSON per part, which is in memory at once, and maximum bytes of one that is read. */
const PART_LENGTH = 2 * 1024 * 1024;
const MAX_PART_BYTES = 32 * 1024 * 1024;

/** Compresses 60 MB of text in about a second, on another thread. */
const QUALITY = 4;

const compress = promisify(brotliCompress);
const expand = promisify(brotliDecompress);

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  /** Hash of everything except documents that the entries depend on. */
  purpose: z.string(),
  /** The files are written beside those of the former snapshot, into the other of two folders. */
  folder: z.enum(['a', 'b']),
  /** The SHA-256 of each part. */
  parts: z.array(z.string()),
  /** The place of the change feed up to which the snapshot has all changes, except those of the documents in `changed`. */
  place: z.string(),
  changed: z.array(z.custom<DocumentPath>((value) => typeof value === 'string' && value.includes('/'))),
});

/** What a snapshot consists of. */
export type SnapshotManifest = z.infer<typeof manifestSchema>;

/** A stored snapshot is damaged, or has another form. */
export class UnusableSnapshot extends Error {
  override name = 'UnusableSnapshot';
}

/** The files of a snapshot: a manifest, and parts with one entry per line. */
export function createSnapshotFiles(files: Pick<FileStore, 'read' | 'write'>, name: string) {
  const manifestKey = `search/${name}/manifest`;
  const partKey = (folder: string, part: number) => `search/${name}/${folder}/${part}`;

  return {
    /** @returns `undefined` if there is none @throws {UnusableSnapshot} @throws {FileStoreUnavailable} */
    async readManifest(): Promise<SnapshotManifest | undefined> {
      const bytes = await files.read(manifestKey);
      if (!bytes) return undefined;
      const parsed = manifestSchema.safeParse(parseJson(Buffer.from(bytes).toString()));
      if (parsed.success) return parsed.data;
      throw new UnusableSnapshot(`The file ${manifestKey} is damaged or has another form`);
    },

    writeManifest(manifest: Omit<SnapshotManifest, 'format'>): Promise<void> {
      return files.write(manifestKey, Buffer.from(JSON.stringify({ format: FORMAT, ...manifest })));
    },

    /** The entries, part by part. @throws {UnusableSnapshot} @throws {FileStoreUnavailable} */
    async *readParts({ folder, parts }: Pick<SnapshotManifest, 'folder' | 'parts'>): AsyncGenerator<unknown[]> {
      for (const [part, hash] of parts.entries()) {
        const key = partKey(folder, part);
        const bytes = await files.read(key);
        if (!bytes || hashOf(bytes) !== hash) throw new UnusableSnapshot(`The file ${key} is missing or damaged`);
        const json = await expand(bytes, { maxOutputLength: MAX_PART_BYTES });
        yield json
          .toString()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown);
      }
    },

    /** @param turn awaited after each entry @returns the hash of each part */
    async writeParts(folder: string, entries: Iterable<unknown>, turn: () => Promise<void>): Promise<string[]> {
      const hashes: string[] = [];
      let lines: string[] = [];
      let length = 0;
      const write = async () => {
        const bytes = await compress(lines.join('\n'), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
        await files.write(partKey(folder, hashes.length), bytes);
        hashes.push(hashOf(bytes));
        lines = [];
        length = 0;
      };
      for (const entry of entries) {
        const line = JSON.stringify(entry);
        lines.push(line);
        length += line.length;
        if (length >= PART_LENGTH) await write();
        await turn();
      }
      if (lines.length > 0) await write();
      return hashes;
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
