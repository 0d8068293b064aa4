import type { Document, DocumentChange, DocumentData, DocumentPath, Query } from '../document-store.ts';

/** One write in the change log. Getters may read lazily. */
export interface LoggedChange {
  readonly path: DocumentPath;
  readonly collection: string;
  /** The contents before the commit; `undefined` if the document did not exist. */
  readonly before: DocumentData | undefined;
  /** The document after the commit; `undefined` if deleted. */
  readonly document: Document | undefined;
  /** The given members before and after the commit; `null` if there was or is no document. */
  fields(names: readonly string[]): { before: DocumentData | null; after: DocumentData | null };
}

export interface LoggedCommit {
  version: number;
  changes: readonly LoggedChange[];
}

/** What listening requires of a store with a change log. All methods are synchronous. */
export interface ChangeSource {
  /** Runs `read` on one consistent snapshot. */
  consistently<T>(read: () => T): T;
  /** `epoch` identifies the history; `version` is its last commit; changes up to `trimmedVersion` have been trimmed. */
  position(): { epoch: string; version: number; trimmedVersion: number };
  documents(paths: readonly DocumentPath[]): (Document | undefined)[];
  query(query: Query): Document[];
  /** The first commit after the given version that changed a document. */
  commitAfter(version: number): LoggedCommit | undefined;
  /** The documents of a collection that changed after a version, without duplicates, at most `atMost`. */
  changedAfter(version: number, collection: string, atMost: number): DocumentPath[];
  /** The document at a version that has not been trimmed. */
  documentAt(path: DocumentPath, version: number): Document | undefined;
}

/** With more changed documents after a resume token, the whole state is sent instead. */
export const MAX_RESUMED_CHANGES = 1000;

/** A listener's view of a source through its target. */
export interface View<Change = DocumentChange> {
  /** The current result. */
  state(): Change[];
  /** The changes since a version; `undefined` if there are too many. */
  since(version: number): Change[] | undefined;
  /** The changes of the next commit. */
  commit(commit: LoggedCommit): Change[];
}

/**
 * Retention of changes: maximum age `ageMs`, maximum number `rows`, and maximum `bytes` of previous contents as the adapter
 * stores them. The last commit is always kept completely. Trimming may happen some commits later.
 */
export interface ChangeRetention {
  ageMs: number;
  rows: number;
  bytes: number;
}

/**
 * A day, and at most what a large import writes in a few minutes. The bytes are those of an hour of edits of an article of 4
 * kB, or of 80 snapshots of one of 200 kB; a listener that resumes from earlier reads the whole state.
 */
export const DEFAULT_CHANGE_RETENTION: ChangeRetention = {
  ageMs: 86_400_000,
  rows: 100_000,
  bytes: 16 * 1024 * 1024,
};
