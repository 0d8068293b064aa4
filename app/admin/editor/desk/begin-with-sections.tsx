import type { Editor, JSONContent } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import type { PresentSections } from '../../../site/sections/present-sections.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import { randomKey } from '../shared-text/random-key.ts';
import { focusForm } from '../text/insertions.ts';

/** Says what the home page shows while its text has no section, and puts that into the text. */
export function BeginWithSections({ editor, language }: { editor: Editor; language: Locale }) {
  const t = useTranslations('editor.sections');
  const { blocks, presentSections } = useDesk();
  const present = presentSections?.[language];
  const isMade = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      state.doc.content.content.some(
        ({ type, attrs }) =>
          type.name === 'siteBlock' && blocks.some(({ key, isSection }) => isSection && key === attrs.kind),
      ),
  });
  if (!present || isMade) return null;
  function begin({ before, after }: PresentSections) {
    const id = randomKey();
    const [first, ...others] = before;
    const chain = editor.chain();
    if (after.length > 0) chain.insertContentAt(editor.state.doc.content.size, after as JSONContent[]);
    chain.insertContentAt(0, [{ ...first, attrs: { ...first?.attrs, id } }, ...others] as JSONContent[]).run();
    focusForm(editor, id);
  }
  return (
    <div className="mb-4 rounded-card border border-line bg-tint p-4">
      <p className="font-semibold">{t('title')}</p>
      <p className="mt-1 text-ink-soft">{t('lead')}</p>
      <button type="button" className={`mt-3 ${buttonStyle('plain')}`} onClick={() => begin(present)}>
        {t('begin')}
      </button>
    </div>
  );
}
