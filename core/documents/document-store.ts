import type { MisfitDocument } from './errors.ts';

/**
 * The port to the document database. It offers only what cloud document databases can do, so that the product runs on a file or
 * on a service. Every adapter passes `adapters/contracts/document-store.contract.ts`.
 */

/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A value that queries can compare. Order: `null`, `false`, `true`, numbers, then texts by their UTF-8 bytes. */
export type Scalar = string | number | boolean | null;

/**
 * The contents of a document: plain objects, arrays and scalars, at most `MAX_DATA_DEPTH` deep and `MAX_DOCUMENT_BYTES` long
 * (`documentBytes`). No array directly in an array, no member whose name is empty, like `__x__` or has control characters. Texts are well-formed
 * Unicode, numbers finite. `undefined` members are not stored. The opaque members of a collection may hold any JSON up to
 * `MAX_OPAQUE_DEPTH` (decision 39).
 */
export type DocumentData = { [key: string]: JsonValue };

/**
 * `collection/id`: a collection name, one slash, and an id of 1 to 1,500 bytes without slashes and control
 * characters, other than `.`, `..` and those like `__x__`.
 */
export type DocumentPath = `${string}/${string}`;

/** A document that was read. Readers may share it, and a store may freeze it: what is to change is copied. */
export interface Document<T = DocumentData> {
  path: DocumentPath;
  data: T;
  /**
   * Increases with every write of the document, also after it was deleted and created again. Not comparable between documents.
   */
  version: number;
  /** Milliseconds since 1970-01-01T00:00:00Z, set by the store. */
  createdAt: number;
  updatedAt: number;
}

/** What must be true of a document at the time of the commit. A `version` also requires that it exists. */
export interface Precondition {
  exists?: boolean;
  version?: number;
}

/**
 * A change that the store computes from the stored value, after the rest of its write and in the order given. Paths are dotted
 * member names. Where the field has another type, the number or array counts as missing.
 */
export type Transform =
  /** A missing number becomes `by`; for the next two, `value`. */
  | { field: string; kind: 'increment'; by: number }
  | { field: string; kind: 'maximum' | 'minimum'; value: number }
  /** Adds the values that are not yet in the array, or removes all occurrences. A missing array counts as empty. */
  | { field: string; kind: 'array-union' | 'array-remove'; values: JsonValue[] }
  /** The commit's `at`. */
  | { field: string; kind: 'server-time' };

/** When a document was created and last written, in milliseconds since 1970. */
export type DocumentTimes = Pick<Document, 'createdAt' | 'updatedAt'>;

export type Write =
  /** Creates or replaces the whole document. `times` replaces those of the store, for copies of documents of another store. */
  | {
      kind: 'set';
      path: DocumentPath;
      data: DocumentData;
      transforms?: Transform[];
      precondition?: Precondition;
      times?: DocumentTimes;
    }
  /**
   * Sets the given members (dotted paths; `undefined` deletes one) of a document that must exist. No path may be a prefix of
   * another. A value on a path that is not an object is replaced by one.
   */
  | {
      kind: 'update';
      path: DocumentPath;
      fields: { [dottedPath: string]: JsonValue | undefined };
      transforms?: Transform[];
      precondition?: Precondition;
    }
  /** Deleting a document that does not exist succeeds without a change, unless a precondition is given. */
  | { kind: 'delete'; path: DocumentPath; precondition?: Precondition }
  /**
   * Changes nothing: the commit fails unless the precondition holds. Guards a document, or its absence, that the other writes
   * depend on.
   */
  | { kind: 'verify'; path: DocumentPath; precondition: Precondition };

/**
 * Maximum writes per commit; `verify` writes do not count. Source: the limit of the cloud document database, which has none for
 * the documents that a transaction reads.
 */
export const MAX_WRITES_PER_COMMIT = 500;

/** Maximum size of a document as `documentBytes` counts it. Source: the limit of the cloud document database. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/**
 * Maximum bytes of the documents that a commit sets or updates, as JSON. Source: the cloud document database takes requests of
 * 10 MiB; the rest is for their encoding.
 */
export const MAX_COMMIT_BYTES = 8_388_608;

/** Maximum nesting of objects and arrays, the document included. Source: the limit of the cloud document database. */
export const MAX_DATA_DEPTH = 20;

/** Maximum nesting of an opaque member. Source: Meki's own; a rich text takes 53. */
export const MAX_OPAQUE_DEPTH = 100;

/** Maximum values of an `in` filter, and of the product of all `in` filters' values. Source: the cloud document database. */
export const MAX_DISJUNCTIONS = 30;

/** A document matches if the field exists and its value satisfies the filter. */
export type Filter =
  /** Compares only with values of the same type; `null` is its own type. */
  | { field: string; op: '==' | '<' | '<=' | '>' | '>='; value: Scalar }
  /** 1 to 30 values; the product over several such filters is at most 30. */
  | { field: string; op: 'in'; values: Scalar[] }
  /** At most one per query. */
  | { field: string; op: 'array-contains'; value: Exclude<Scalar, null> };

/**
 * A field (dotted path) and a direction. Every order is implicitly extended by the fields of range filters that it does not
 * name, sorted by name, and then by the document id, in the direction named last (default: ascending).
 */
export interface Order {
  field: string;
  direction: 'asc' | 'desc';
}

export interface Query {
  collection: string;
  where?: Filter[];
  /** Documents without an ordered field, or with an array or an object there, are not in the result. */
  orderBy?: Order[];
  /** Cursor: the values of the ordered fields, including implicit ones, and the id of the last document seen. */
  startAfter?: Scalar[];
  /** Documents to skip; costs as much as reading them. */
  offset?: number;
  limit?: number;
  /**
   * The members that the caller uses, of those that the change feed tells (`Collection.feed`): a store may leave out the others,
   * and who follows changes can tell whether one changes the answer. Not of a query to listen to.
   */
  select?: readonly string[];
}

/** Over the documents that the query finds. Only numbers are summed and averaged; an empty sum is 0. */
export type Aggregation = { kind: 'count' } | { kind: 'sum'; field: string } | { kind: 'average'; field: string };

/**
 * What to listen to: documents by path, or all that match a query (without cursor or offset). With a limit, a document that
 * moves into the result is `added`, one that is pushed out is `removed`.
 */
export type ListenTarget = { documents: DocumentPath[] } | { query: Query };

export interface DocumentChange {
  /** Relative to the target: a document that no longer matches the query is `removed`, even if it still exists. */
  kind: 'added' | 'modified' | 'removed';
  path: DocumentPath;
  /** Missing if removed. */
  document?: Document;
}

export interface Snapshot {
  /**
   * `state`: the whole result, in the order of the target; all `changes` are `added`, and it replaces earlier snapshots.
   * `changes`: the changes of one commit or, as the first snapshot after a resume token, all changes since (possibly none).
   */
  kind: 'state' | 'changes';
  changes: DocumentChange[];
  /** Pass it to `listen` to resume after this snapshot. Opaque; two different states of a target never have the same. */
  resumeToken: string;
}

/** A change as the feed tells it: which document, and the few members that its collection declares (`Collection.feed`). */
export interface FeedChange {
  kind: 'written' | 'deleted';
  path: DocumentPath;
  /** The declared members after the change; missing if deleted. Of a document that was written several times, the latest. */
  after?: DocumentData;
  /** The declared members before it; `null` if the document did not exist, missing if the store does not know. */
  before?: DocumentData | null;
}

export interface FeedBatch {
  /**
   * `changes`: those of one commit, in order, or all since a resume token; none in the first batch without a token.
   * `gap`: changes may have been missed, so that what was derived from earlier ones must be read anew.
   */
  kind: 'changes' | 'gap';
  changes: FeedChange[];
  /** Pass it to `followChanges` to resume after this batch. Opaque. */
  resumeToken: string;
}

export interface ListenOptions {
  /**
   * Called once if the store can no longer serve the listener, or if its callback threw; no more calls follow. It must not
   * throw: its own errors are only written to the console.
   */
  onError: (error: Error) => void;
  resumeToken?: string;
}

export interface Committed {
  /** In the order of the writes: the version of each document that was set or updated. */
  versions: (number | undefined)[];
}

export interface DocumentStore {
  /**
   * The documents in the order of the paths, from one consistent snapshot; `undefined` for those that do not exist.
   * @throws {InvalidQuery} for a malformed path or an undeclared collection. @throws {StoreUnavailable}
   */
  batchGet(paths: DocumentPath[]): Promise<(Document | undefined)[]>;
  /**
   * Commits all writes or none; durable once resolved. A path may occur once. The schema validates data without changing it.
   * @throws {PreconditionFailed} if a precondition does not hold; nothing was written.
   * @throws {InvalidWrite} for a malformed write, more than 500 writes or `MAX_COMMIT_BYTES`, or data that the collection's
   * schema refuses.
   * @throws {StoreUnavailable} if the backing service cannot write (disk full, no connection).
   */
  commit(writes: Write[]): Promise<Committed>;
  /** @throws {InvalidQuery} @throws {StoreUnavailable} */
  runQuery(query: Query): Promise<Document[]>;
  /** One number per aggregation; the average of nothing is `null`. @throws {InvalidQuery} @throws {StoreUnavailable} */
  runAggregation(query: Query, aggregations: Aggregation[]): Promise<(number | null)[]>;
  /**
   * Says that what is made of what was read is right until a moment, in milliseconds since 1970. Pages that are kept are made again
   * then; a reader that keeps nothing has none.
   */
  until?(moment: number): void;
  /** Receives each derived document that does not fit. Typed reads then take it for missing; without this, they throw. */
  passOver?(misfit: MisfitDocument): void;
  /**
   * Delivers the state first (or, with a valid resume token and if the store can tell them, the changes since), then the changes
   * of each commit that affects the target, in order; a store may join commits. With an expired token, and after falling as far behind, the listener gets the full state again. Nothing
   * is delivered before `listen` returns. Snapshots are shared between listeners: do not modify them.
   * @returns a function that stops listening.
   * @throws {InvalidQuery} for a malformed target or an undeclared collection. @throws {StoreUnavailable} once closed.
   */
  listen(target: ListenTarget, onSnapshot: (snapshot: Snapshot) => void, options: ListenOptions): () => void;
  /**
   * Follows the changes of collections without reading their documents: the first batch says that no later change is missed, and
   * each commit that changes one of them follows. A token that the store does not know, and falling behind, give a `gap`.
   * Nothing is delivered before it returns. Batches are shared: do not modify them.
   * @returns a function that stops following.
   * @throws {InvalidQuery} for an undeclared collection. @throws {StoreUnavailable} once closed.
   */
  followChanges(
    collections: readonly string[],
    onBatch: (batch: FeedBatch) => void,
    options: ListenOptions,
  ): () => void;
  /** Stops all listeners and releases resources. Later calls fail with `StoreUnavailable`. */
  close(): Promise<void>;
}

/** What whoever only reads gets of a store. A page that renders can neither write, nor listen, nor close the store. */
export type DocumentReader = Pick<DocumentStore, 'batchGet' | 'runQuery' | 'runAggregation' | 'passOver' | 'until'>;

/** What a process has used of a database that bills operations: documents read, and documents written or deleted. */
export interface StoreUsage {
  reads: number;
  writes: number;
}
