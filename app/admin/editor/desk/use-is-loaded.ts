import { useSyncExternalStore } from 'react';
import type { OpenDraft } from '../drafts/open-draft.ts';

/** Whether a draft can be shown and written. */
export function useIsLoaded({ facts }: OpenDraft): boolean {
  return useSyncExternalStore(facts.subscribe, () => facts.read().isLoaded);
}
