import { createHash } from 'node:crypto';
import type { Collection } from '#core/documents/collection.ts';
import { compareText } from '#core/documents/compare-values.ts';
import { canonicalJson } from '#core/documents/content-hash.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { Document, DocumentStore, Write } from '#core/documents/document-store.ts';
import { isMark } from './copy-marks.ts';
import type { Comparing, CopySide, Count } from './copy-side.ts';
import type { MovePasswords } from './move-passwords.ts';

/** Documents per read, and per commit. */
const PAGE = 100;

/** Bytes of JSON per read that are aimed at, and at which a commit is sent. A commit takes 8 MiB. */
const PAGE_BYTES = 4 * 1024 * 1024;

interface Copying {
  from: CopySide;
  to: CopySide;
  collections: readonly Collection[];
  movePasswords: MovePasswords;
}

/** A document of both sides, or of one. */
interface Pair {
  source: Document | undefined;
  target: Document | undefined;
}

/** Writes the documents that the target does not have or has otherwise, and deletes those that the source does not have. */
export async function copyDocuments({ from, to, collections, movePasswords }: Copying, count: Count): Promise<void> {
  for (const { name } of collections) {
    const sources = documentsOf(from.store, name, (documents) => movePasswords(name, documents));
    let writes: Write[] = [];
    let bytes = 0;
    const commit = async () => {
      if (writes.length > 0) await to.store.commit(writes);
      count({ documents: writes.filter(({ kind }) => kind === 'set').length });
      writes = [];
      bytes = 0;
    };
    for await (const { source, target } of pairsOf(sources, documentsOf(to.store, name))) {
      if (source && target && hashOf(source) === hashOf(target)) {
        count({ documents: 1 });
        continue;
      }
      const length = source ? JSON.stringify(source.data).length : 0;
      if (writes.length === PAGE || bytes + length > PAGE_BYTES) await commit();
      bytes += length;
      writes.push(toWrite(source, target));
    }
    await commit();
  }
}

/** Tells what differs. */
export async function compareDocuments(
  { from, to, collections, movePasswords, tell }: Copying & Comparing,
  count: Count,
): Promise<void> {
  for (const { name } of collections) {
    const sources = documentsOf(from.store, name, (documents) => movePasswords(name, documents));
    for await (const { source, target } of pairsOf(sources, documentsOf(to.store, name))) {
      if (source) count({ documents: 1 });
      if (!source) tell(`The document ${target?.path} is not in the original.`);
      else if (!target) tell(`The document ${source.path} is missing.`);
      else if (hashOf(source) !== hashOf(target)) tell(`The document ${source.path} is not the same.`);
    }
  }
}

function toWrite(source: Document | undefined, target: Document | undefined): Write {
  if (!source) return { kind: 'delete', path: (target as Document).path };
  const { path, data, createdAt, updatedAt } = source;
  return { kind: 'set', path, data, times: { createdAt, updatedAt } };
}

/** The documents of a collection, sorted by id, without the marks of copies and servers. Reads ahead of its consumer. */
async function* documentsOf(
  store: DocumentStore,
  collection: string,
  change: (documents: Document[]) => Promise<Document[]> = async (documents) => documents,
): AsyncGenerator<Document> {
  const read = async (limit: number, last?: Document) => {
    const documents = await store.runQuery({ collection, limit, ...(last && { startAfter: [idOf(last)] }) });
    return { documents, limit };
  };
  let page = await read(10);
  for (;;) {
    const { documents, limit } = page;
    const last = documents.at(-1);
    const next = last && documents.length === limit ? read(nextLimit(documents), last) : undefined;
    next?.catch(() => {});
    yield* (await change(documents)).filter(({ path }) => !isMark(path));
    if (!next) return;
    page = await next;
  }
}

/** As many documents as have the wanted bytes, if the next ones are like these. */
function nextLimit(documents: Document[]): number {
  const bytes = documents.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
  return Math.max(1, Math.min(PAGE, Math.floor((PAGE_BYTES * documents.length) / bytes)));
}

/** Joins two sides that are sorted by id. */
async function* pairsOf(sources: AsyncGenerator<Document>, targets: AsyncGenerator<Document>): AsyncGenerator<Pair> {
  const next = async (documents: AsyncGenerator<Document>) => {
    const { done, value } = await documents.next();
    return done ? undefined : value;
  };
  let [source, target] = await Promise.all([next(sources), next(targets)]);
  while (source || target) {
    const order = !source ? 1 : !target ? -1 : compareText(idOf(source), idOf(target));
    yield { source: order <= 0 ? source : undefined, target: order >= 0 ? target : undefined };
    if (order <= 0) source = await next(sources);
    if (order >= 0) target = await next(targets);
  }
}

function hashOf({ path, data, createdAt, updatedAt }: Document): string {
  return createHash('sha256')
    .update(canonicalJson([path, createdAt, updatedAt, data]))
    .digest('hex');
}
