import { useEffect } from 'react';
import type { OpenDraft } from '../drafts/open-draft.ts';
import { losesWords } from '../drafts/save-state.ts';

/** Asks before the window closes where that would lose words. */
export function useLeaveWarning(drafts: readonly OpenDraft[]): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (drafts.some(({ facts }) => losesWords(facts.read()))) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [drafts]);
}
