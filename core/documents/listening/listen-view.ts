import type { Document, DocumentChange, DocumentPath } from '../document-store.ts';
import type { LoggedCommit } from './change-source.ts';

/** With more changed documents after a resume token, the whole state is sent instead. */
export const MAX_RESUMED_CHANGES = 1000;

/** A listener's view of the store through its target. */
export interface View<Change = DocumentChange> {
  /** The current result. */
  state(): Change[];
  /** The changes since a version; `undefined` if there are too many. */
  since(version: number): Change[] | undefined;
  /** The changes of the next commit. */
  commit(commit: LoggedCommit): Change[];
}

/** The changes that give the current result to a listener that has none. */
export function added(documents: readonly Document[]): DocumentChange[] {
  return documents.map((document) => ({ kind: 'added', path: document.path, document }));
}

/** The change of one document of a target, or none if it matched neither before nor after. */
export function toChange(
  path: DocumentPath,
  wasThere: boolean,
  document: Document | undefined,
): DocumentChange | undefined {
  if (document) return { kind: wasThere ? 'modified' : 'added', path, document };
  return wasThere ? { kind: 'removed', path } : undefined;
}
