import type { DocumentData, DocumentPath, DocumentStore, Transform, Write } from '../documents/document-store.ts';

interface Entry {
  /** The version that was read; 0 where there was no document. */
  version: number;
  read: DocumentData | undefined;
  /** What the document becomes; `undefined` for none. */
  next: DocumentData | undefined;
  requireAbsent: boolean;
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
  /** How many writes the commit will take. */
  size(): number;
  /** @throws {PreconditionFailed} and whatever the store throws. */
  commit(): Promise<void>;
}

export function createUnitOfWork(store: DocumentStore): UnitOfWork {
  const entries = new Map<DocumentPath, Entry>();
  const sums = new Map<DocumentPath, Sum>();
  const appended: Write[] = [];

  const entryOf = (path: DocumentPath): Entry => {
    const entry = entries.get(path);
    if (!entry) throw new Error(`${path} was not read before it was used`);
    return entry;
  };

  return {
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
    append: (write) => void appended.push(write),
    size: () => entries.values().filter(isWritten).toArray().length + sums.size + appended.length,
    async commit() {
      const writes: Write[] = [];
      for (const [path, entry] of entries) {
        if (isWritten(entry)) writes.push(writeOf(path, entry));
      }
      writes.push(...(await sumWrites(store, sums)), ...appended);
      if (writes.length > 0) await store.commit(writes);
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
