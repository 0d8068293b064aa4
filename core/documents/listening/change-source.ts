import type { Document, DocumentData, DocumentPath, Query } from '../document-store.ts';

/** One write of a commit, as the change log knows it. Getters may read on demand. */
export interface LoggedChange {
  readonly path: DocumentPath;
  readonly collection: string;
  /** The contents before the commit; `undefined` if there was no document. */
  readonly before: DocumentData | undefined;
  /** The document as the commit left it; `undefined` if it deleted it. */
  readonly document: Document | undefined;
}

export interface LoggedCommit {
  version: number;
  changes: readonly LoggedChange[];
}

/** What listening needs of a store that keeps a log of its changes. All of it is synchronous. */
export interface ChangeSource {
  /** Runs `read` so that all it reads is of one moment. */
  consistently<T>(read: () => T): T;
  /** `epoch` names the history; `version` is its last commit; changes up to `trimmedVersion` are not kept any more. */
  position(): { epoch: string; version: number; trimmedVersion: number };
  documents(paths: readonly DocumentPath[]): (Document | undefined)[];
  query(query: Query): Document[];
  /** The first commit after a version that changed a document. */
  commitAfter(version: number): LoggedCommit | undefined;
  /** The documents of a collection that changed after a version, each once, and no more than `atMost`. */
  changedAfter(version: number, collection: string, atMost: number): DocumentPath[];
  /** The document as it was at a version that is still kept. */
  documentAt(path: DocumentPath, version: number): Document | undefined;
}

/**
 * How many changes are kept: none older than `ageMs`, no more than `rows`, and no more than `bytes` of what documents held
 * before them, as the adapter stores it. The last commit is always kept whole. Old changes may go some commits later.
 */
export interface ChangeRetention {
  ageMs: number;
  rows: number;
  bytes: number;
}

/**
 * A day, and no more than a big import makes in a few minutes. The bytes are those of an hour of edits of an article of
 * 4 kB, or of 80 snapshots of one of 200 kB; what resumes from further back reads the whole state.
 */
export const DEFAULT_CHANGE_RETENTION: ChangeRetention = {
  ageMs: 86_400_000,
  rows: 100_000,
  bytes: 16 * 1024 * 1024,
};
