import type { Editor } from '@tiptap/core';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../../ui/kit/button-style.ts';

interface RemovedBlock {
  key: string;
  words: string;
}

/** Longest part of a block that is shown, in characters. */
const MAX_WORDS = 160;

/**
 * Tells of words in blocks that somebody removed without having seen them: they are in the text, until somebody decides to keep
 * or to remove them.
 */
export function RemovedWords({ editor, canEdit }: { editor: Editor; canEdit: boolean }) {
  const t = useTranslations('editor.text.removed');
  const { sync } = editor.storage.sharedText;
  const removed = useSyncExternalStore(sync.onShown, () => JSON.stringify(findRemoved(editor)));
  const blocks = JSON.parse(removed) as RemovedBlock[];
  return (
    <div role="status">
      {blocks.map(({ key, words }) => (
        <div key={key} className="my-2 rounded-card border border-line bg-tint p-3">
          <p>{t('lead')}</p>
          <blockquote className="my-2 border-s-4 border-line ps-3">{words}</blockquote>
          {canEdit && (
            <div className="flex flex-wrap gap-2">
              <button type="button" className={buttonStyle('action')} onClick={() => sync.keepRemoved(key)}>
                {t('keep')}
              </button>
              <button type="button" className={buttonStyle('plain')} onClick={() => removeBlock(editor, key)}>
                {t('remove')}
              </button>
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function findRemoved({ storage }: Editor): RemovedBlock[] {
  return storage.sharedText.sync.reading.leaves
    .filter(({ isRemoved, text }) => isRemoved && text.trim() !== '')
    .map(({ key, text }) => ({ key, words: text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text }));
}

function removeBlock({ state, view }: Editor, key: string): void {
  const transaction = state.tr;
  state.doc.descendants((node, position) => {
    if (node.isTextblock && node.attrs.key === key) transaction.deleteRange(position, position + node.nodeSize);
    return !node.isTextblock;
  });
  view.dispatch(transaction);
  view.focus();
}
