import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../ui/kit/confirm-dialog.tsx';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { losesWords } from '../drafts/save-state.ts';

/** Asks for confirmation before closing the window or leaving the page would lose changes. */
export function LeaveQuestion({ drafts }: { drafts: readonly EditorDraft[] }) {
  const t = useTranslations('editor.leave');
  const wouldLose = useCallback(() => drafts.some(({ facts }) => losesWords(facts.read())), [drafts]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
  const blocks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && wouldLose(),
    [wouldLose],
  );
  const blocker = useBlocker(blocks);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('title')}
      description={t('text')}
      cancelLabel={t('stay')}
      confirmLabel={t('go')}
      onCancel={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
