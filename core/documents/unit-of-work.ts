import type { Collection, DocumentRef } from './collection.ts';
import { sameContents } from './compare-values.ts';
import { jsonBytes } from './document-bytes.ts';
import type {
  Document,
  DocumentData,
  DocumentPath,
  DocumentStore,
  Precondition,
  Transform,
  Write,
} from './document-store.ts';
import { fitOrPass, type Look, readPaths } from './typed-documents.ts';

interface Entry {
  /** Its version as it was read; 0 if it did not exist. */
  version: number;
  before: DocumentData | undefined;
  /** The document as the store gave it, whose schema was not checked. */
  unchecked?: Document | undefined;
  /** The collection whose schema the document matches, once checked. */
  fits?: Collection;
  /** The data to write; `undefined` deletes. */
  next: DocumentData | undefined;
  /** The version that the commit wrote. */
  written?: number | undefined;
  /** The bytes of some data that was to be written. */
  counted?: { data: DocumentData; bytes: number };
}

interface Derived {
  sources: DocumentPath[];
  make: (look: Look) => object | undefined;
}

/**
 * Collects changes to documents that are read first and committed together (optimistic concurrency). The commit succeeds only
 * if every document that was guarded (`get`), set or removed is unchanged since it was read, or still missing; otherwise
 * `commit` throws `PreconditionFailed` and nothing changes.
 */
export interface UnitOfWork {
  /** Unique per unit: identifies what was committed together. */
  readonly id: string;
  /** Fetches documents that were not read before. Does not guard them. */
  read(refs: readonly DocumentRef[]): Promise<void>;
  /** The document including pending changes; guards it. Must have been read. @throws {MisfitDocument} */
  get<T>(ref: DocumentRef<T>): T | undefined;
  /** The document as the store gave it, if it was read here. Does not guard it. */
  stored(path: DocumentPath): { document: Document | undefined } | undefined;
  /** Like `get` without guarding: for values that no write depends on. */
  peek<T>(ref: DocumentRef<T>): T | undefined;
  /** Whether the document will have exactly this data, or be missing. Guards it, and does not check its schema. */
  holds<T extends object>(ref: DocumentRef<T>, data: NoInfer<T> | undefined): boolean;
  /** The version that was read or, once committed, written; 0 if the document did not exist. */
  versionOf(ref: DocumentRef): number;
  set<T extends object>(ref: DocumentRef<T>, data: NoInfer<T>): void;
  remove(ref: DocumentRef): void;
  /**
   * Runs a part of the work that may be discarded.
   * @param isKept judges its result; documents read by a discarded part are not guarded
   */
  attempt<T>(work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T>;
  /** Increments numbers of a document, or of `initial` if it does not exist. Concurrent increments do not conflict. */
  add<T extends object>(ref: DocumentRef<T>, initial: NoInfer<T>, amounts: { [dottedPath: string]: number }): void;
  /** Adds a write that depends on no document read. */
  append(write: Write): void;
  /**
   * Derives a document from others in their final state; `undefined` for none. It is computed at commit, after reading it and
   * those `sources` as far as they were not read, and written if it differs, even if somebody else also writes it. `look` also sees
   * documents that were read or set here, and guards those that it returns.
   */
  derive<T extends object>(
    ref: DocumentRef<T>,
    sources: readonly DocumentRef[],
    make: (look: Look) => NoInfer<T> | undefined,
  ): void;
  /** Upper bound of the number of writes. */
  size(): number;
  /** The bytes of the documents that were set, as JSON; without those that are derived or only incremented. */
  bytes(): number;
  /**
   * @returns whether there was anything to write.
   * @throws {PreconditionFailed} and whatever the store throws.
   */
  commit(): Promise<boolean>;
}

/** A document that was read, or written, by somebody before. */
export interface KnownDocument<T = object> {
  ref: DocumentRef<T>;
  data: T;
  version: number;
}

/** @param known documents that need not be read again: the commit fails if they have changed since */
export function createUnitOfWork(store: DocumentStore, known: readonly KnownDocument[] = []): UnitOfWork {
  const entries = new Map<DocumentPath, Entry>();
  for (const { ref, version, data } of known) {
    entries.set(ref.path, { version, before: data as DocumentData, next: data as DocumentData });
  }
  let guarded = new Set<DocumentPath>();
  const sums = createSums();
  const derived = new Map<DocumentPath, Derived>();
  const appended: Write[] = [];

  const entryOf = (path: DocumentPath): Entry => {
    const entry = entries.get(path);
    if (!entry) throw new Error(`${path} was not read before it was used`);
    return entry;
  };
  const guardedEntry = (path: DocumentPath): Entry => {
    const entry = entryOf(path);
    guarded.add(path);
    return entry;
  };
  const dataOf = <T>(entry: Entry, { collection }: DocumentRef<T>) => {
    const unchecked = isWritten(entry) || entry.fits === collection ? undefined : entry.unchecked;
    if (unchecked && !fitOrPass(store, collection, unchecked)) return undefined;
    entry.fits = collection;
    return entry.next as T | undefined;
  };

  /** The writes of derived documents, and guards of their sources. */
  async function deriveAll(): Promise<Write[]> {
    if (derived.size === 0) return [];
    const all = [...derived].flatMap(([path, { sources }]) => [path, ...sources]);
    const paths = [...new Set(all)].filter((path) => !entries.has(path));
    const documents = paths.length > 0 ? await store.batchGet(paths) : [];
    const read = new Map(paths.map((path, index) => [path, documents[index]]));
    const looked = new Map<DocumentPath, Write>();
    const look: Look = (ref) => {
      const { path, collection } = ref;
      if (entries.has(path)) return dataOf(guardedEntry(path), ref);
      const document = read.get(path);
      if (read.has(path)) looked.set(path, guardOf(path, document?.version ?? 0));
      return document && fitOrPass(store, collection, document)?.data;
    };
    const writes = [...derived].map(([path, { make }]): Write => {
      const entry = entries.get(path);
      const { data: before, version = 0 } = entry
        ? { data: entry.before, version: entry.version }
        : (read.get(path) ?? {});
      const after = make(look) as DocumentData | undefined;
      if (sameContents(before, after)) return guardOf(path, version);
      return after ? { kind: 'set', path, data: after } : { kind: 'delete', path };
    });
    return [...writes, ...looked.values()];
  }

  return {
    id: crypto.randomUUID(),
    async read(refs) {
      const unread = [...new Set(refs.map(({ path }) => path))].filter((path) => !entries.has(path));
      if (unread.length === 0) return;
      const documents = await readPaths(store, unread);
      unread.forEach((path, index) => {
        const document = documents[index];
        const { data, version = 0 } = document ?? {};
        entries.set(path, { version, before: data, next: data, unchecked: document });
      });
    },
    get: (ref) => dataOf(guardedEntry(ref.path), ref),
    stored(path) {
      const entry = entries.get(path);
      if (!entry || (entry.version > 0 && !entry.unchecked)) return undefined;
      return { document: entry.unchecked };
    },
    peek: (ref) => dataOf(entryOf(ref.path), ref),
    holds: ({ path }, data) => sameContents(guardedEntry(path).next, data),
    versionOf: ({ path }) => entryOf(path).written ?? entryOf(path).version,
    set({ path }, data) {
      guardedEntry(path).next = data as DocumentData;
    },
    remove({ path }) {
      guardedEntry(path).next = undefined;
    },
    async attempt(work, isKept) {
      const before = new Set(guarded);
      const result = await work();
      if (!isKept(result)) guarded = before;
      return result;
    },
    add: ({ path }, initial, amounts) => sums.add(path, initial as DocumentData, amounts),
    derive({ path }, sources, make) {
      derived.set(path, { sources: sources.map((source) => source.path), make });
    },
    append: (write) => void appended.push(write),
    size: () => entries.values().filter(isWritten).toArray().length + sums.size() + derived.size + appended.length,
    bytes: () => entries.values().reduce((sum, entry) => sum + (isWritten(entry) ? bytesOf(entry) : 0), 0),
    async commit() {
      const written = [...entries].filter(([, entry]) => isWritten(entry)).map(([path, entry]) => writeOf(path, entry));
      const [made, added] = await Promise.all([deriveAll(), sums.writes(store)]);
      const looked = [...guarded].map((path) => guardOf(path, entryOf(path).version));
      const writes = [...written, ...added, ...appended, ...made.filter(isChange)];
      if (writes.length === 0) return false;
      const guards = guardsWithoutWrites(writes, [...looked, ...made]);
      const { versions } = await store.commit([...writes, ...guards]);
      written.forEach(({ path }, index) => {
        entryOf(path).written = versions[index];
      });
      return true;
    },
  };
}

function isWritten({ next, before }: Entry): boolean {
  return next !== before;
}

function bytesOf(entry: Entry): number {
  const { next: data } = entry;
  if (!data) return 0;
  if (entry.counted?.data !== data) entry.counted = { data, bytes: jsonBytes(data) };
  return entry.counted.bytes;
}

function writeOf(path: DocumentPath, entry: Entry): Write {
  const { next } = entry;
  const precondition = asRead(entry.version);
  return next === undefined ? { kind: 'delete', path, precondition } : { kind: 'set', path, data: next, precondition };
}

function isChange({ kind }: Write): boolean {
  return kind !== 'verify';
}

/** One guard per document that is not written; the one from the earliest read. */
function guardsWithoutWrites(writes: Write[], guards: Write[]): Write[] {
  const known = new Set(writes.map(({ path }) => path));
  return guards.filter((guard) => {
    if (isChange(guard) || known.has(guard.path)) return false;
    known.add(guard.path);
    return true;
  });
}

function guardOf(path: DocumentPath, version: number): Write {
  return { kind: 'verify', path, precondition: asRead(version) };
}

function asRead(version: number): Precondition {
  return version === 0 ? { exists: false } : { version };
}

interface Sum {
  initial: DocumentData;
  amounts: Map<string, number>;
}

/** The increments of a unit of work, which do not conflict with concurrent ones. */
function createSums() {
  const sums = new Map<DocumentPath, Sum>();

  /** @returns the increments per document, without those that add up to zero */
  const changes = () =>
    [...sums]
      .map(([path, { initial, amounts }]) => ({ path, initial, transforms: transformsOf(amounts) }))
      .filter(({ transforms }) => transforms.length > 0);

  return {
    add(path: DocumentPath, initial: DocumentData, amounts: { [dottedPath: string]: number }): void {
      const sum = sums.get(path) ?? { initial, amounts: new Map<string, number>() };
      for (const [field, by] of Object.entries(amounts)) sum.amounts.set(field, (sum.amounts.get(field) ?? 0) + by);
      sums.set(path, sum);
    },
    size: () => changes().length,
    /** The increment of a missing document creates it, which conflicts if another commit creates it first. */
    async writes(store: DocumentStore): Promise<Write[]> {
      const added = changes();
      if (added.length === 0) return [];
      const documents = await store.batchGet(added.map(({ path }) => path));
      return added.map(
        ({ path, initial, transforms }, index): Write =>
          documents[index]
            ? { kind: 'update', path, fields: {}, transforms }
            : { kind: 'set', path, data: initial, transforms, precondition: { exists: false } },
      );
    },
  };
}

function transformsOf(amounts: Map<string, number>): Transform[] {
  return [...amounts].filter(([, by]) => by !== 0).map(([field, by]) => ({ field, kind: 'increment', by }));
}
