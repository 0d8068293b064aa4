import type { ZodError, ZodType } from 'zod';
import type { Collection, DocumentRef } from './collection.ts';
import { parsePath } from './document-path.ts';
import type {
  Document,
  DocumentData,
  DocumentPath,
  DocumentStore,
  Precondition,
  Query,
  Write,
} from './document-store.ts';
import { MisfitDocument } from './errors.ts';

/** The documents of a list of refs, in order. */
type Found<Refs extends readonly DocumentRef[]> = {
  -readonly [I in keyof Refs]: Refs[I] extends DocumentRef<infer T> ? Document<T> | undefined : never;
};

/**
 * Reads documents in the order of the paths. A path that no document can have, such as one made from a part of an address, counts
 * as missing. @throws whatever the store throws
 */
export async function readPaths(
  store: Pick<DocumentStore, 'batchGet'>,
  paths: readonly DocumentPath[],
): Promise<(Document | undefined)[]> {
  const possible = paths.filter((path) => parsePath(path) !== undefined);
  const documents = possible.length > 0 ? await store.batchGet(possible) : [];
  if (possible.length === paths.length) return documents;
  const found = new Map(possible.map((path, index) => [path, documents[index]]));
  return paths.map((path) => found.get(path));
}

/** Reads a document; `undefined` if it does not exist. @throws {MisfitDocument} and whatever the store throws. */
export async function getDocument<T>(
  store: Pick<DocumentStore, 'batchGet' | 'passOver'>,
  ref: DocumentRef<T>,
): Promise<Document<T> | undefined> {
  const [document] = await readPaths(store, [ref.path]);
  return document && fitOrPass(store, ref.collection, document);
}

/**
 * Reads documents in the order of the refs, from one consistent snapshot; `undefined` for those that do not exist. @throws
 * {MisfitDocument} and whatever the store throws.
 */
export async function getDocuments<const Refs extends readonly DocumentRef[]>(
  store: Pick<DocumentStore, 'batchGet' | 'passOver'>,
  refs: Refs,
): Promise<Found<Refs>> {
  const documents = await readPaths(
    store,
    refs.map(({ path }) => path),
  );
  return refs.map(({ collection }, index) => {
    const document = documents[index];
    return document && fitOrPass(store, collection, document);
  }) as Found<Refs>;
}

/** Returns a document that was read; `undefined` if it does not exist. @throws {MisfitDocument} */
export type Look = <T>(ref: DocumentRef<T>) => T | undefined;

/** Reads documents from one consistent snapshot, for access one by one; a document that was not read counts as missing. */
export async function readDocuments(
  store: Pick<DocumentStore, 'batchGet' | 'passOver'>,
  refs: readonly DocumentRef[],
): Promise<Look> {
  const documents = await readPaths(
    store,
    refs.map(({ path }) => path),
  );
  const found = new Map(refs.map(({ path }, index) => [path, documents[index]]));
  return ({ path, collection }) => {
    const document = found.get(path);
    return document && fitOrPass(store, collection, document)?.data;
  };
}

/** Where documents are passed over, the next ones take their place. @throws {MisfitDocument} and whatever the store throws. */
export async function queryDocuments<T>(
  store: Pick<DocumentStore, 'runQuery' | 'passOver'>,
  collection: Collection<T>,
  query: Omit<Query, 'collection'>,
): Promise<Document<T>[]> {
  const { limit = Number.POSITIVE_INFINITY } = query;
  for (let more = 0; ; ) {
    const asked = more === 0 ? query : { ...query, limit: limit + more };
    const documents = await store.runQuery({ collection: collection.name, ...asked });
    const found = documents.flatMap((document) => fitOrPass(store, collection, document) ?? []);
    if (found.length >= limit || documents.length < limit + more) return found.slice(0, limit);
    more = documents.length - found.length;
  }
}

/** A write that creates or replaces a document. */
export function setDocument<T extends object>(
  { path }: DocumentRef<T>,
  data: T,
  precondition?: Precondition,
): Write & { kind: 'set' } {
  return { kind: 'set', path, data: data as DocumentData, ...(precondition && { precondition }) };
}

/**
 * The documents that fit a schema, of those that cannot change: renders share what they read (`remember-reads.ts`). Module state,
 * because whether such a document fits depends on the two alone.
 */
const fitting = new WeakMap<ZodType, WeakSet<Document>>();

/** Gives a document the type of its collection after checking it with the schema (decision 31). @throws {MisfitDocument} */
export function requireFit<T>({ schema }: Collection<T>, document: Document): Document<T> {
  if (fitting.get(schema)?.has(document)) return document as Document<T>;
  const { success, error } = schema.safeParse(document.data);
  if (!success) throw new MisfitDocument(document.path, describeIssues(error), { cause: error });
  if (Object.isFrozen(document)) noteFit({ schema }, document);
  return document as Document<T>;
}

/** The document with its type; `undefined` for a derived one that does not fit, if `store` is told. @throws {MisfitDocument} */
export function fitOrPass<T>(
  store: Pick<DocumentStore, 'passOver'>,
  collection: Collection<T>,
  document: Document,
): Document<T> | undefined {
  try {
    return requireFit(collection, document);
  } catch (error) {
    if (!collection.isDerived || !store.passOver || !(error instanceof MisfitDocument)) throw error;
    store.passOver(error);
    return undefined;
  }
}

/** Notes that a document that cannot change fits its collection: it is not checked again. */
export function noteFit({ schema }: Pick<Collection, 'schema'>, document: Document): void {
  const known = fitting.get(schema);
  if (known) known.add(document);
  else fitting.set(schema, new WeakSet([document]));
}

/** Formats schema errors in one line. */
export function describeIssues({ issues }: ZodError): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
}
