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

/** A document that was read, or written, by somebody before. */
export interface KnownDocument<T = object> {
  ref: DocumentRef<T>;
  data: T;
  version: number;
}

/**
 * Collects changes to documents that are read first and committed together (optimistic concurrency). The commit succeeds only
 * if every document that was guarded (`get`), set or removed is unchanged since it was read, or still missing; otherwise
 * `commit` throws `PreconditionFailed` and nothing changes.
 */
export class UnitOfWork {
  /** Unique per unit: identifies what was committed together. */
  readonly id: string = crypto.randomUUID();
  readonly #store: DocumentStore;
  readonly #entries = new Map<DocumentPath, Entry>();
  #guarded = new Set<DocumentPath>();
  readonly #sums = createSums();
  readonly #derived = new Map<DocumentPath, Derived>();
  readonly #appended: Write[] = [];

  /** @param known documents that need not be read again: the commit fails if they have changed since */
  constructor(store: DocumentStore, known: readonly KnownDocument[] = []) {
    this.#store = store;
    for (const { ref, version, data } of known) {
      this.#entries.set(ref.path, { version, before: data as DocumentData, next: data as DocumentData });
    }
  }

  /** Fetches documents that were not read before. Does not guard them. */
  async read(refs: readonly DocumentRef[]): Promise<void> {
    const unread = [...new Set(refs.map(({ path }) => path))].filter((path) => !this.#entries.has(path));
    if (unread.length === 0) return;
    const documents = await readPaths(this.#store, unread);
    unread.forEach((path, index) => {
      const document = documents[index];
      const { data, version = 0 } = document ?? {};
      this.#entries.set(path, { version, before: data, next: data, unchecked: document });
    });
  }

  /** The document including pending changes; guards it. Must have been read. May be passed on by itself. @throws {MisfitDocument} */
  readonly get: Look = (ref) => this.#dataOf(this.#guard(ref.path), ref);

  /** Like `get` without guarding: for values that no write depends on. */
  readonly peek: Look = (ref) => this.#dataOf(this.#entryOf(ref.path), ref);

  /** The document as the store gave it, if it was read here. Does not guard it. */
  stored(path: DocumentPath): { document: Document | undefined } | undefined {
    const entry = this.#entries.get(path);
    if (!entry || (entry.version > 0 && !entry.unchecked)) return undefined;
    return { document: entry.unchecked };
  }

  /** Whether the document will have exactly this data, or be missing. Guards it, and does not check its schema. */
  holds<T extends object>({ path }: DocumentRef<T>, data: NoInfer<T> | undefined): boolean {
    return sameContents(this.#guard(path).next, data);
  }

  /** The version that was read or, once committed, written; 0 if the document did not exist. */
  versionOf({ path }: DocumentRef): number {
    const { written, version } = this.#entryOf(path);
    return written ?? version;
  }

  set<T extends object>({ path }: DocumentRef<T>, data: NoInfer<T>): void {
    this.#guard(path).next = data as DocumentData;
  }

  remove({ path }: DocumentRef): void {
    this.#guard(path).next = undefined;
  }

  /**
   * Runs a part of the work that may be discarded.
   * @param isKept judges its result; documents read by a discarded part are not guarded
   */
  async attempt<T>(work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
    const before = new Set(this.#guarded);
    const result = await work();
    if (!isKept(result)) this.#guarded = before;
    return result;
  }

  /** Increments numbers of a document, or of `initial` if it does not exist. Concurrent increments do not conflict. */
  add<T extends object>(
    { path }: DocumentRef<T>,
    initial: NoInfer<T>,
    amounts: { [dottedPath: string]: number },
  ): void {
    this.#sums.add(path, initial as DocumentData, amounts);
  }

  /** Adds a write that depends on no document read. */
  append(write: Write): void {
    this.#appended.push(write);
  }

  /**
   * Derives a document from others in their final state; `undefined` for none. It is computed at commit, after reading it and
   * those `sources` as far as they were not read, and written if it differs, even if somebody else also writes it. `look` also sees
   * documents that were read or set here, and guards those that it returns.
   */
  derive<T extends object>(
    { path }: DocumentRef<T>,
    sources: readonly DocumentRef[],
    make: (look: Look) => NoInfer<T> | undefined,
  ): void {
    this.#derived.set(path, { sources: sources.map((source) => source.path), make });
  }

  /** Upper bound of the number of writes. */
  size(): number {
    const written = this.#entries.values().filter(isWritten).toArray().length;
    return written + this.#sums.size() + this.#derived.size + this.#appended.length;
  }

  /** The bytes of the documents that were set, as JSON; without those that are derived or only incremented. */
  bytes(): number {
    return this.#entries.values().reduce((sum, entry) => sum + (isWritten(entry) ? bytesOf(entry) : 0), 0);
  }

  /**
   * @returns whether there was anything to write.
   * @throws {PreconditionFailed} and whatever the store throws.
   */
  async commit(): Promise<boolean> {
    const entries = [...this.#entries].filter(([, entry]) => isWritten(entry));
    const written = entries.map(([path, entry]) => writeOf(path, entry));
    const [made, added] = await Promise.all([this.#deriveAll(), this.#sums.writes(this.#store)]);
    const looked = [...this.#guarded].map((path) => guardOf(path, this.#entryOf(path).version));
    const writes = [...written, ...added, ...this.#appended, ...made.filter(isChange)];
    if (writes.length === 0) return false;
    const guards = guardsWithoutWrites(writes, [...looked, ...made]);
    const { versions } = await this.#store.commit([...writes, ...guards]);
    for (const [index, [, entry]] of entries.entries()) entry.written = versions[index];
    return true;
  }

  #entryOf(path: DocumentPath): Entry {
    const entry = this.#entries.get(path);
    if (!entry) throw new Error(`${path} was not read before it was used`);
    return entry;
  }

  #guard(path: DocumentPath): Entry {
    const entry = this.#entryOf(path);
    this.#guarded.add(path);
    return entry;
  }

  #dataOf<T>(entry: Entry, { collection }: DocumentRef<T>): T | undefined {
    const unchecked = isWritten(entry) || entry.fits === collection ? undefined : entry.unchecked;
    if (unchecked && !fitOrPass(this.#store, collection, unchecked)) return undefined;
    entry.fits = collection;
    return entry.next as T | undefined;
  }

  /** The writes of derived documents, and guards of their sources. */
  async #deriveAll(): Promise<Write[]> {
    if (this.#derived.size === 0) return [];
    const all = [...this.#derived].flatMap(([path, { sources }]) => [path, ...sources]);
    const paths = [...new Set(all)].filter((path) => !this.#entries.has(path));
    const documents = paths.length > 0 ? await this.#store.batchGet(paths) : [];
    const read = new Map(paths.map((path, index) => [path, documents[index]]));
    const looked = new Map<DocumentPath, Write>();
    const look: Look = (ref) => {
      const { path, collection } = ref;
      if (this.#entries.has(path)) return this.get(ref);
      const document = read.get(path);
      if (read.has(path)) looked.set(path, guardOf(path, document?.version ?? 0));
      return document && fitOrPass(this.#store, collection, document)?.data;
    };
    const writes = [...this.#derived].map(([path, { make }]): Write => {
      const entry = this.#entries.get(path);
      const { data: before, version = 0 } = entry
        ? { data: entry.before, version: entry.version }
        : (read.get(path) ?? {});
      const after = make(look) as DocumentData | undefined;
      if (sameContents(before, after)) return guardOf(path, version);
      return after ? { kind: 'set', path, data: after } : { kind: 'delete', path };
    });
    return [...writes, ...looked.values()];
  }
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
