import type { DocumentData, DocumentPath, DocumentStore, Transform, Write } from '../documents/document-store.ts';
import { sameContents } from './same-contents.ts';

interface Entry {
  /** The version that was read; 0 where there was no document. */
  version: number;
  read: DocumentData | undefined;
  /** What the document becomes; `undefined` for none. */
  next: DocumentData | undefined;
  requireAbsent: boolean;
}

interface Derived {
  sources: DocumentPath[];
  make: (look: <S>(path: DocumentPath) => S | undefined) => object | undefined;
}

interface Sum {
  initial: DocumentData;
  amounts: Map<string, number>;
}

/**
 * Changes to documents that are read first and committed together. Each write holds only if its document is still as it
 * was read, so that what was decided from it is still true; else `commit` throws `PreconditionFailed` and nothing has
 * changed.
 */
export interface UnitOfWork {
  /** Another one for every unit: what names it was committed together. */
  readonly id: string;
  /** Fetches documents that were not read before. */
  read(paths: DocumentPath[]): Promise<void>;
  /** The document as it will be. It must have been read. */
  get<T>(path: DocumentPath): T | undefined;
  /** The version that was read; 0 where there was no document. */
  versionOf(path: DocumentPath): number;
  set<T extends object>(path: DocumentPath, data: T): void;
  remove(path: DocumentPath): void;
  /** The commit fails if there is a document by then. */
  requireAbsent(path: DocumentPath): void;
  /** Adds to numbers of a document, that of `initial` if there is none yet. Others may do the same at the same time. */
  add(path: DocumentPath, initial: DocumentData, amounts: { [dottedPath: string]: number }): void;
  /** Commits a write with the others that was decided from nothing read. */
  append(write: Write): void;
  /**
   * Makes a document from others as they will be, when all the rest is decided; `undefined` for none. It is read, with
   * the `sources` that were not, when the unit is committed, and written if it says something else by then, whoever else
   * writes it. `look` also sees documents that were read or set here.
   */
  derive<T extends object>(
    path: DocumentPath,
    sources: DocumentPath[],
    make: (look: <S>(path: DocumentPath) => S | undefined) => T | undefined,
  ): void;
  /** How many writes the commit will take, at most. */
  size(): number;
  /**
   * @returns the version of what was written; `undefined` when there was nothing to write.
   * @throws {PreconditionFailed} and whatever the store throws.
   */
  commit(): Promise<number | undefined>;
}

export function createUnitOfWork(store: DocumentStore): UnitOfWork {
  const entries = new Map<DocumentPath, Entry>();
  const sums = new Map<DocumentPath, Sum>();
  const derived = new Map<DocumentPath, Derived>();
  const appended: Write[] = [];

  const entryOf = (path: DocumentPath): Entry => {
    const entry = entries.get(path);
    if (!entry) throw new Error(`${path} was not read before it was used`);
    return entry;
  };

  return {
    id: crypto.randomUUID(),
    async read(paths) {
      const unread = [...new Set(paths)].filter((path) => !entries.has(path));
      if (unread.length === 0) return;
      const documents = await store.batchGet(unread);
      unread.forEach((path, index) => {
        const document = documents[index];
        entries.set(path, {
          version: document?.version ?? 0,
          read: document?.data,
          next: document?.data,
          requireAbsent: false,
        });
      });
    },
    get: <T>(path: DocumentPath) => entryOf(path).next as T | undefined,
    versionOf: (path) => entryOf(path).version,
    set(path, data) {
      entryOf(path).next = data as unknown as DocumentData;
    },
    remove(path) {
      entryOf(path).next = undefined;
    },
    requireAbsent(path) {
      entryOf(path).requireAbsent = true;
    },
    add(path, initial, amounts) {
      const sum = sums.get(path) ?? { initial, amounts: new Map<string, number>() };
      for (const [field, by] of Object.entries(amounts)) sum.amounts.set(field, (sum.amounts.get(field) ?? 0) + by);
      sums.set(path, sum);
    },
    derive(path, sources, make) {
      derived.set(path, { sources, make });
    },
    append: (write) => void appended.push(write),
    size: () => entries.values().filter(isWritten).toArray().length + sums.size + derived.size + appended.length,
    async commit() {
      const writes: Write[] = [];
      for (const [path, entry] of entries) {
        if (isWritten(entry)) writes.push(writeOf(path, entry));
      }
      writes.push(...(await sumWrites(store, sums)), ...(await derivedWrites(store, derived, entries)), ...appended);
      return writes.length > 0 ? (await store.commit(writes)).version : undefined;
    },
  };
}

function isWritten(entry: Entry): boolean {
  return entry.next !== entry.read || (entry.requireAbsent && entry.next === undefined);
}

function writeOf(path: DocumentPath, entry: Entry): Write {
  const precondition = entry.version === 0 ? { exists: false } : { version: entry.version };
  return entry.next === undefined
    ? { kind: 'delete', path, precondition }
    : { kind: 'set', path, data: entry.next, precondition };
}

/** A sum whose document does not exist yet creates it, which fails if another commit does so first. */
async function sumWrites(store: DocumentStore, sums: Map<DocumentPath, Sum>): Promise<Write[]> {
  const entries = [...sums]
    .map(([path, { initial, amounts }]) => ({
      path,
      initial,
      transforms: [...amounts]
        .filter(([, by]) => by !== 0)
        .map(([field, by]): Transform => ({ field, kind: 'increment', by })),
    }))
    .filter(({ transforms }) => transforms.length > 0);
  if (entries.length === 0) return [];
  const documents = await store.batchGet(entries.map(({ path }) => path));
  return entries.map(
    ({ path, initial, transforms }, index): Write =>
      documents[index]
        ? { kind: 'update', path, fields: {}, transforms }
        : { kind: 'set', path, data: initial, transforms, precondition: { exists: false } },
  );
}

async function derivedWrites(
  store: DocumentStore,
  derived: Map<DocumentPath, Derived>,
  entries: Map<DocumentPath, Entry>,
): Promise<Write[]> {
  const sources = derived.values().flatMap((each) => each.sources.filter((path) => !entries.has(path)));
  const paths = [...new Set([...derived.keys(), ...sources])];
  const documents = paths.length > 0 ? await store.batchGet(paths) : [];
  const read = new Map(paths.map((path, index) => [path, documents[index]?.data]));
  const look = <S>(path: DocumentPath) =>
    (entries.has(path) ? entries.get(path)?.next : read.get(path)) as S | undefined;
  return [...derived].flatMap(([path, { make }]): Write[] => {
    const before = read.get(path);
    const after = make(look) as DocumentData | undefined;
    if (sameContents(before, after)) return [];
    return [after ? { kind: 'set', path, data: after } : { kind: 'delete', path }];
  });
}
