import type { Document, DocumentData, DocumentPath, Query } from './document-store.ts';

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

/** How long changes are kept: until they are older than `ageMs`, and no more than `rows`. The last commit always is. */
export interface ChangeRetention {
  ageMs: number;
  rows: number;
}

/** A day, and no more than a big import makes in a few minutes. */
export const DEFAULT_CHANGE_RETENTION: ChangeRetention = { ageMs: 86_400_000, rows: 100_000 };
