import { createHash } from 'node:crypto';
import type { FileStore } from '#core/media/file-store.ts';
import { COPIED_FOLDER, type Comparing, type CopySide, type Count } from './copy-side.ts';
import { everyPage, inParallel } from './in-parallel.ts';

/** Keys per listing. */
const PAGE = 500;

/** Files in memory at once; each has at most 25 MB. */
const AT_ONCE = 4;

/** Writes every file of the source that the target does not have or has otherwise. @param isNew if the target has none */
export async function copyFiles({ from, to, isNew }: { from: CopySide; to: CopySide; isNew: boolean }, count: Count) {
  await inParallel(everyFile(from.files), AT_ONCE, async (key) => {
    const bytes = await requireFile(from, key);
    const isThere = !isNew && Buffer.compare((await to.files.read(key)) ?? new Uint8Array(), bytes) === 0;
    if (!isThere || bytes.byteLength === 0) await to.files.write(key, bytes);
    count({ files: 1, bytes: bytes.byteLength });
  });
}

/** Tells what differs. */
export async function compareFiles({ from, to, tell }: Comparing, count: Count): Promise<void> {
  let files = 0;
  await inParallel(everyFile(from.files), AT_ONCE, async (key) => {
    const bytes = await requireFile(from, key);
    const copied = await to.files.read(key);
    if (!copied) tell(`The file ${key} is missing.`);
    else if (hashOf(copied) !== hashOf(bytes)) tell(`The file ${key} is not the same.`);
    files += 1;
    count({ files: 1, bytes: bytes.byteLength });
  });
  let copied = 0;
  for await (const _ of everyFile(to.files)) copied += 1;
  if (copied > files) tell(`There are ${copied} files instead of ${files}.`);
}

function everyFile(files: FileStore): AsyncGenerator<string> {
  return everyPage((after) => files.list(COPIED_FOLDER, after, PAGE));
}

async function requireFile({ files, name }: CopySide, key: string): Promise<Uint8Array> {
  const bytes = await files.read(key);
  if (!bytes) throw new Error(`The file ${key} has disappeared from ${name}`);
  return bytes;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
