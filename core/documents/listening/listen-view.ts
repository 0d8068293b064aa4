import type { Change, Document, DocumentData, DocumentPath } from '../document-store.ts';
import type { LoggedCommit } from './change-source.ts';

/** With more changed documents than this after a resume token, the whole state is the shorter answer. */
export const MAX_RESUMED_CHANGES = 1000;

/** How one listener sees the store through its target. */
export interface View {
  /** What the target holds now. */
  state(): Document[];
  /** What differs now from how it was at a version; `undefined` if that is too much to tell. */
  since(version: number): Change[] | undefined;
  /** What the next commit did to the target. */
  commit(commit: LoggedCommit): Change[];
}

/** The change of one document of a target, or none if it was not there and is not. */
export function toChange(
  path: DocumentPath,
  before: DocumentData | undefined,
  document: Document | undefined,
): Change | undefined {
  if (document) return before ? { kind: 'modified', path, document, before } : { kind: 'added', path, document };
  return before && { kind: 'removed', path, before };
}
