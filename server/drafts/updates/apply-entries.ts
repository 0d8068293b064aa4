import * as Y from 'yjs';
import type { DraftEntry } from '#core/drafts/draft-log.ts';

/**
 * Applies updates to an empty document. An update that cannot be applied is skipped as a whole, including what it did before it
 * failed, and does not affect the others.
 */
export function applyEntries(doc: Y.Doc, entries: readonly DraftEntry[], onError: (error: unknown) => void): void {
  Y.applyUpdate(doc, mergeEntries(entries, onError));
}

/** Merges updates into one, without deleted content and without updates that cannot be applied. */
export function mergeEntries(entries: readonly DraftEntry[], onError: (error: unknown) => void): Uint8Array {
  let readable = [...entries];
  for (;;) {
    const doc = new Y.Doc();
    const broken = readable.findIndex(({ update }) => !isApplied(doc, update, onError));
    const merged = broken < 0 ? Y.encodeStateAsUpdate(doc) : undefined;
    doc.destroy();
    if (merged) return merged;
    // The others that are broken by themselves go at once: each turn applies everything again.
    readable = readable.filter(
      ({ update }, index) => index < broken || (index > broken && isApplied(new Y.Doc(), update, onError)),
    );
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
