import type { Editor } from '@tiptap/core';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { canStartFromSource, startFromSource } from '../translation/fill-blocks.ts';
import type { TranslationDesk } from '../translation/translation-desk.ts';

interface StartFromSourceProps {
  desk: TranslationDesk;
  editor: Editor;
  translation: Doc;
}

/** Shown while a translation is empty and its source is not. */
export function StartFromSource({ desk, editor, translation }: StartFromSourceProps) {
  const t = useTranslations('editor.translation');
  const isOffered = useSyncExternalStore(desk.state.subscribe, () => canStartFromSource(desk));
  const start = (keepText: boolean) => {
    // Another person may have started just now.
    desk.refresh();
    const state = desk.state.read();
    if (state && canStartFromSource(desk))
      startFromSource(editor, translation, state.original?.state ?? state, keepText);
  };
  if (!isOffered) return null;
  return (
    <div className="mb-4 rounded-card border border-line bg-tint p-4">
      <p className="font-semibold">{t('start')}</p>
      <p className="mt-1 text-ink-soft">{t('startLead')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className={buttonStyle('plain')} onClick={() => start(false)}>
          {t('startEmpty')}
        </button>
        <button type="button" className={buttonStyle('plain')} onClick={() => start(true)}>
          {t('startFull')}
        </button>
      </div>
    </div>
  );
}

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
