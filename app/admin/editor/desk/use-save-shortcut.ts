import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../../ui/kit/toasts/toaster.tsx';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { saveStateOf, worstOf } from '../drafts/save-state.ts';
import { whenSaved } from '../drafts/when-saved.ts';
import { matchesShortcut, SHORTCUTS } from '../text/shortcuts.ts';

/** Everything is saved as it is typed: the keys that save elsewhere say so once it is true, or what keeps it from being true. */
export function useSaveShortcut(drafts: readonly EditorDraft[]): void {
  const t = useTranslations('editor.saving');
  const toasts = useToasts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesShortcut(event, SHORTCUTS.save)) return;
      event.preventDefault();
      void whenSaved(drafts).then((isSaved) => {
        const state = worstOf(drafts.map(({ facts }) => saveStateOf(facts.read())));
        const told = isSaved ? { tone: 'success' as const, title: t('allSaved') } : { title: t(state) };
        toasts.add({ tone: 'warning', ...told, id: 'saved' });
      });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [drafts, t, toasts]);
}
