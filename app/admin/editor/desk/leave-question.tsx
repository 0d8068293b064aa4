import { AlertDialog } from 'radix-ui';
import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { overlayStyle } from '../../../ui/kit/overlay-style.ts';
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
    <AlertDialog.Root open={blocker.state === 'blocked'} onOpenChange={(open) => !open && blocker.reset?.()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content className="rise-motion fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-raised p-6 text-ink shadow-xl">
          <AlertDialog.Title className="font-semibold text-h3">{t('title')}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-soft">{t('text')}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel className={buttonStyle('plain')}>{t('stay')}</AlertDialog.Cancel>
            <button type="button" className={buttonStyle('danger')} onClick={() => blocker.proceed?.()}>
              {t('go')}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
