/**
 * The port to whatever keeps documents. It mirrors what a cloud document
 * database can do, and no more, so that one product runs on a file or on a
 * service. Every adapter passes `adapters/contracts/document-store.contract.ts`.
 */

/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A value that a query can compare. Order: `null`, `false`, `true`, numbers, then texts by the bytes of their UTF-8. */
export type Scalar = string | number | boolean | null;

/**
 * The contents of a document: plain objects, arrays and scalars, no deeper than `MAX_DATA_DEPTH`, as JSON no longer than
 * `MAX_DOCUMENT_BYTES`. Texts are well-formed Unicode, numbers finite. A member that is `undefined` is not stored.
 */
export type DocumentData = { [key: string]: JsonValue };

/** `collection/id`: a collection name, one slash, and an id of 1 to 1,500 bytes without a slash. */
export type DocumentPath = `${string}/${string}`;

export interface Document<T = DocumentData> {
  path: DocumentPath;
  data: T;
  /** The number of the commit that last wrote it. It grows with every commit, and no two commits share it. */
  version: number;
  /** Milliseconds since 1970-01-01T00:00:00Z, set by the store. */
  createdAt: number;
  updatedAt: number;
}

/** What must be true of a document at the moment of the commit. A `version` also asks that it exists. */
export interface Precondition {
  exists?: boolean;
  version?: number;
}

/**
 * A change that the store computes from the value that it holds, after the rest of its write and in the order given.
 * Paths are dotted member names. A number is taken as missing where the field holds something else, and so is an array.
 */
export type Transform =
  /** A missing number becomes `by`, and `value` in the next two. */
  | { field: string; kind: 'increment'; by: number }
  | { field: string; kind: 'maximum' | 'minimum'; value: number }
  /** Adds the values that are not in the array yet, or takes out every one that is. A missing array is an empty one. */
  | { field: string; kind: 'array-union' | 'array-remove'; values: JsonValue[] }
  /** The commit's `at`. */
  | { field: string; kind: 'server-time' };

export type Write =
  /** Creates or replaces the whole document. */
  | { kind: 'set'; path: DocumentPath; data: DocumentData; transforms?: Transform[]; precondition?: Precondition }
  /**
   * Sets the named members (dotted paths; `undefined` deletes one) of a document that must exist. No path may lead into
   * another one. What stands in the way of a path and is no object is replaced by one.
   */
  | {
      kind: 'update';
      path: DocumentPath;
      fields: { [dottedPath: string]: JsonValue | undefined };
      transforms?: Transform[];
      precondition?: Precondition;
    }
  /** A document that does not exist is deleted already: without a precondition that is no failure, and no change. */
  | { kind: 'delete'; path: DocumentPath; precondition?: Precondition }
  /**
   * Changes nothing: the commit fails unless the precondition holds. Guards a document, or the absence of one, that the
   * other writes were decided on.
   */
  | { kind: 'verify'; path: DocumentPath; precondition: Precondition };

/**
 * Most writes that one commit may hold; those of the kind `verify` do not count. Source: the limit of the cloud document
 * database, which sets none on the documents that a transaction reads.
 */
export const MAX_WRITES_PER_COMMIT = 500;

/** Longest document, in bytes of its JSON. Source: the limit of the cloud document database. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** Deepest nesting of objects and arrays. */
export const MAX_DATA_DEPTH = 100;

/** Most values of an `in`, and most combinations of the values of all of them. Source: the cloud document database. */
export const MAX_DISJUNCTIONS = 30;

/** A document matches when the field is there and its value satisfies the filter. */
export type Filter =
  /** Compares only with values of the same type; `null` is a type of its own. */
  | { field: string; op: '==' | '<' | '<=' | '>' | '>='; value: Scalar }
  /** 1 to 30 values; with several such filters, the numbers of their values multiply to 30 at most. */
  | { field: string; op: 'in'; values: Scalar[] }
  /** At most one per query. */
  | { field: string; op: 'array-contains'; value: Scalar };

/**
 * A field (dotted path) and a direction. Every order goes on, implied, with the fields of range filters that it does not
 * name, by name, and ends in the document's id, all in the last direction named (ascending when there is none).
 */
export interface Order {
  field: string;
  direction: 'asc' | 'desc';
}

export interface Query {
  collection: string;
  where?: Filter[];
  /** Documents that lack an ordered field, or hold an array or an object there, are not in the result. */
  orderBy?: Order[];
  /** Values of the ordered fields, implied ones too, then the document's id, of the last document already seen. */
  startAfter?: Scalar[];
  /** Documents to pass over; costs as if they were read. */
  offset?: number;
  limit?: number;
}

/** Over the documents that the query gives. Only numbers are summed and averaged; a sum of nothing is 0. */
export type Aggregation = { kind: 'count' } | { kind: 'sum'; field: string } | { kind: 'average'; field: string };

/**
 * What to listen to: documents by path, or all that match a query (without cursor or offset). With a limit, a document
 * that another one lets into the result is `added`, one that another one pushes out is `removed`.
 */
export type ListenTarget = { documents: DocumentPath[] } | { query: Query };

export interface Change {
  /** From or to the target: a document that no longer matches the query is `removed`, though it may exist. */
  kind: 'added' | 'modified' | 'removed';
  path: DocumentPath;
  /** Missing when removed. */
  document?: Document;
  /** The contents before the change. Missing when added, or in the first state. */
  before?: DocumentData;
}

export interface Snapshot {
  /**
   * `state`: the whole state, in the order of the target, and `changes` are all `added`; it replaces what came before.
   * `changes`: what one commit did or, as the first snapshot after a resume token, all that differs since (maybe nothing).
   */
  kind: 'state' | 'changes';
  changes: Change[];
  /** Give it to `listen` to go on from here. Opaque. */
  resumeToken: string;
}

export interface ListenOptions {
  /**
   * Called once if the store can no longer serve the listener, or if `onSnapshot` threw; nothing follows it. It must not
   * throw: an error that it throws itself is written to the console and goes no further.
   */
  onError: (error: Error) => void;
  resumeToken?: string;
}

export interface DocumentStore {
  /**
   * The documents in the order of the paths, all of one moment; `undefined` where there is none.
   * @throws {InvalidQuery} for a malformed path or an undeclared collection. @throws {StoreUnavailable}
   */
  batchGet(paths: DocumentPath[]): Promise<(Document | undefined)[]>;
  /**
   * All of the writes or none, durable once resolved. A path may occur once. The schema judges and does not change data.
   * @throws {PreconditionFailed} when one does not hold; nothing was written.
   * @throws {InvalidWrite} for a malformed write, over 500 of them, or data that the collection's schema refuses.
   * @throws {StoreUnavailable} when the backing service cannot write (disk full, no connection).
   */
  commit(writes: Write[]): Promise<{ version: number; at: number }>;
  /** @throws {InvalidQuery} @throws {StoreUnavailable} */
  runQuery(query: Query): Promise<Document[]>;
  /** One number per aggregation; an average of nothing is `null`. @throws {InvalidQuery} @throws {StoreUnavailable} */
  runAggregation(query: Query, aggregations: Aggregation[]): Promise<(number | null)[]>;
  /**
   * First the state (or, with a known resume token, what changed since), then one snapshot per commit that touches the
   * target, in order. A token too old to be known gets the full state again, and so does a listener that falls as far
   * behind. Nothing is delivered before `listen` has returned. What snapshots hold is shared: do not change it.
   * @returns a function that ends the listening.
   * @throws {InvalidQuery} for a malformed target or an undeclared collection. @throws {StoreUnavailable} once closed.
   */
  listen(target: ListenTarget, onSnapshot: (snapshot: Snapshot) => void, options: ListenOptions): () => void;
  /** Ends every listener and lets go of what the adapter holds. Later calls fail with `StoreUnavailable`. */
  close(): Promise<void>;
}
