import { useSyncExternalStore } from 'react';
import type { EditorDraft } from '../drafts/editor-draft.ts';

/** Whether a draft is loaded and can be edited. */
export function useIsLoaded({ facts }: EditorDraft): boolean {
  return useSyncExternalStore(facts.subscribe, () => facts.read().isLoaded);
}
