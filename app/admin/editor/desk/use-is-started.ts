import { useCallback, useSyncExternalStore } from 'react';
import { type Doc, XmlElement } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';

/** Whether somebody has begun to write a language, by what its draft says now. */
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
  // An editor gives an empty text one empty paragraph.
  return body.length > 1 || (first instanceof XmlElement && first.length > 0);
}
