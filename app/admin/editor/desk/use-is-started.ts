import { useCallback, useSyncExternalStore } from 'react';
import type { Doc } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';

/** Whether a language has any content in its draft. */
export function useIsStarted(doc: Doc): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      doc.on('update', listener);
      return () => doc.off('update', listener);
    },
    [doc],
  );
  return useSyncExternalStore(subscribe, () => isStarted(doc));
}

function isStarted(doc: Doc): boolean {
  if (doc.getText('title').length > 0 || doc.getText('summary').length > 0) return true;
  // The editor puts one empty paragraph into an empty text.
  return sharedTextIn(doc, DRAFT_BODY).flow.length > 1;
}
