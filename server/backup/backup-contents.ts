import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { requireFileKey } from '#core/media/file-store.ts';
import { StartFailure } from '../process/start-failure.ts';

/** The hashes of all files, as `sha256sum --check` reads them. */
export const SUMS = 'SHA256SUMS';

/** Written last: a folder without it is no finished backup. */
export const COMPLETE = 'backup.json';

const factsSchema = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** SHA-256 of the list of hashes. */
  sums: z.string(),
});

export interface BackupProgress {
  /** `hashing` reads the copy of the database, `checking` is SQLite's own check of it, which takes its time and tells nothing. */
  phase: 'database' | 'hashing' | 'files' | 'checking' | 'verifying';
  done: BackupTotals;
}

export interface BackupTotals {
  /** Files copied, the database included. */
  files: number;
  bytes: number;
}

/** SHA-256 in hexadecimal digits by path within the backup. */
export type Hashes = Map<string, string>;

/** Writes the list of a backup's files, which completes it. */
export async function completeBackup(folder: string, hashes: Hashes, madeAt: string): Promise<void> {
  const list = [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('');
  const facts: z.input<typeof factsSchema> = { format: 1, madeAt, sums: sha256(list) };
  const options = { mode: 0o600, flush: true };
  await writeFile(join(folder, SUMS), list, options);
  await writeFile(join(folder, COMPLETE), `${JSON.stringify(facts)}\n`, options);
}

/** The files of a finished backup. @throws {StartFailure} if it is none, or damaged */
export async function readBackup(folder: string): Promise<{ madeAt: string; hashes: Hashes }> {
  const noBackup = (reason: string, cause?: unknown) =>
    new StartFailure(`${folder} is not a backup that can be restored: ${reason}. Nothing was changed.`, { cause });
  const [facts, list] = await Promise.all([
    readFile(join(folder, COMPLETE), 'utf8'),
    readFile(join(folder, SUMS), 'utf8'),
  ]).catch((error) => {
    throw noBackup(`${COMPLETE} or ${SUMS} cannot be read`, error);
  });
  const { data } = factsSchema.safeParse(parseJson(facts));
  if (!data) throw noBackup(`${COMPLETE} is damaged, or of a newer Meki`);
  if (sha256(list) !== data.sums) throw noBackup(`${SUMS} is damaged`);
  try {
    return { madeAt: data.madeAt, hashes: hashesIn(list) };
  } catch (error) {
    throw noBackup(`${SUMS} names a file of another kind`, error);
  }
}

/** @param list as `sha256sum --check` reads it @throws {RangeError} if a path leads elsewhere */
export function hashesIn(list: string): Hashes {
  return new Map(
    list
      .split('\n')
      .slice(0, -1)
      .map((line): [string, string] => {
        const [hash = '', path = ''] = line.split('  ', 2);
        return [requireFileKey(path), hash];
      }),
  );
}

/** Copies a file durably, with mode 0600, and counts its bytes. @returns the SHA-256 of what was read */
export async function copyFile(from: string, to: string, count: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(
    createReadStream(from),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        count(chunk.byteLength);
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}

/** The SHA-256 of a file. */
export async function hashFile(path: string, count: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    count(chunk.byteLength);
  }
  return hash.digest('hex');
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Counts what was done in a phase, and tells it. */
export function createCount(
  phase: BackupProgress['phase'],
  onProgress: (progress: BackupProgress) => void,
  done: BackupTotals = { files: 0, bytes: 0 },
) {
  const tell = () => onProgress({ phase, done });
  return {
    done,
    bytes(more: number) {
      done.bytes += more;
      tell();
    },
    file() {
      done.files += 1;
      tell();
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
