import * as Y from 'yjs';
import type { DraftEntry } from '#core/drafts/draft-log.ts';

/**
 * Applies updates to an empty document. One that cannot be applied is passed over as if it had never been, so that it
 * does not take the others with it: what it did before it failed is not in the document either.
 */
export function applyEntries(doc: Y.Doc, entries: readonly DraftEntry[], onError: (error: unknown) => void): void {
  Y.applyUpdate(doc, mergeEntries(entries, onError));
}

/** One update that says what many say, without what was deleted in between, nor what cannot be applied. */
export function mergeEntries(entries: readonly DraftEntry[], onError: (error: unknown) => void): Uint8Array {
  let readable = [...entries];
  for (;;) {
    const doc = new Y.Doc();
    const broken = readable.findIndex(({ update }) => !isApplied(doc, update, onError));
    const merged = broken < 0 ? Y.encodeStateAsUpdate(doc) : undefined;
    doc.destroy();
    if (merged) return merged;
    readable = readable.toSpliced(broken, 1);
  }
}

function isApplied(doc: Y.Doc, update: Uint8Array, onError: (error: unknown) => void): boolean {
  try {
    Y.applyUpdate(doc, update);
    return true;
  } catch (error) {
    onError(error);
    return false;
  }
}
