import { useSyncExternalStore } from 'react';
import type { EditorDraft } from '../drafts/editor-draft.ts';

/** Whether a draft can be shown and written. */
export function useIsLoaded({ facts }: EditorDraft): boolean {
  return useSyncExternalStore(facts.subscribe, () => facts.read().isLoaded);
}
