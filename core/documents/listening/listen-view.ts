import type { Document, DocumentChange, DocumentData, DocumentPath } from '../document-store.ts';
import type { LoggedCommit } from './change-source.ts';

/** With more changed documents after a resume token, the whole state is sent instead. */
export const MAX_RESUMED_CHANGES = 1000;

/** A listener's view of the store through its target. */
export interface View {
  /** The current result. */
  state(): Document[];
  /** The changes since a version; `undefined` if there are too many. */
  since(version: number): DocumentChange[] | undefined;
  /** The changes of the next commit. */
  commit(commit: LoggedCommit): DocumentChange[];
}

/** The change of one document of a target, or none if it matched neither before nor after. */
export function toChange(
  path: DocumentPath,
  before: DocumentData | undefined,
  document: Document | undefined,
): DocumentChange | undefined {
  if (document) return before ? { kind: 'modified', path, document, before } : { kind: 'added', path, document };
  return before && { kind: 'removed', path, before };
}
