import { useCallback, useSyncExternalStore } from 'react';
import { type Doc, XmlElement } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';

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
  const body = doc.getXmlFragment(DRAFT_BODY);
  const first = body.length > 0 ? body.get(0) : undefined;
  // The editor puts one empty paragraph into an empty text.
  return body.length > 1 || (first instanceof XmlElement && first.length > 0);
}
