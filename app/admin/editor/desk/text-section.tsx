import type { Editor, JSONContent } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useCallback, useDeferredValue, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import type { Doc } from 'yjs';
import { countWords, readingMinutes } from '#core/content/reading-time.ts';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import type { Locale } from '#core/locales/locale.ts';
import { plainText } from '#core/rich-text/rich-text.ts';
import type { PresentSections } from '../../../site/sections/present-sections.ts';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { useDesk } from '../context/desk-context.tsx';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { randomKey } from '../shared-text/random-key.ts';
import { focusForm } from '../text/insertions.ts';
import { RichTextField } from '../text/rich-text-field.tsx';
import type { TextEditor } from '../text/text-editor.ts';
import { canStartFromSource, startFromSource } from '../translation/fill-blocks.ts';
import type { TranslationDesk, TranslationSide } from '../translation/translation-desk.ts';

interface TextSectionProps {
  side: TranslationSide;
  language: EditedLanguage;
  draft: EditorDraft;
  /** Missing until both languages are loaded. */
  desk: TranslationDesk | undefined;
  editor: TextEditor | undefined;
  onEditor: (side: TranslationSide, editor: TextEditor | undefined) => void;
  onFocus: () => void;
}

/** The text of a language, what it can begin with while it is empty, and how long it is. */
export function TextSection({ side, language, draft, desk, editor, onEditor, onFocus }: TextSectionProps) {
  const t = useTranslations('editor.text');
  const { canEdit } = language;
  const { doc, awareness } = draft;
  const takeEditor = useCallback((next: TextEditor | undefined) => onEditor(side, next), [onEditor, side]);
  const label = t('label', { language: language.name });
  return (
    <section aria-label={label} onFocus={onFocus} className="desk-text min-w-0">
      {desk && side === 'translation' && canEdit && editor && (
        <StartFromSource desk={desk} editor={editor.editor} translation={doc} />
      )}
      {canEdit && editor && <BeginWithSections editor={editor.editor} language={language.code} />}
      <RichTextField
        doc={doc}
        name={DRAFT_BODY}
        awareness={awareness}
        language={language}
        canEdit={canEdit}
        label={label}
        onEditor={takeEditor}
      />
      {/* The line is there before there is something to count. */}
      <p className="mt-3 min-h-[1lh] text-fine text-ink-soft">
        {desk && <WordCount desk={desk} side={side} language={language} />}
      </p>
    </section>
  );
}

/** The word count of the text, updated with a debounce; first after the texts can be seen, because a browser’s plural rules take a while to load. */
function WordCount({ desk, side, language }: Pick<TextSectionProps, 'side' | 'language'> & { desk: TranslationDesk }) {
  const t = useTranslations('editor.text');
  const current = useSyncExternalStore(desk.state.subscribe, () => desk.state.read()?.content[side].body);
  const body = useDeferredValue(current, undefined);
  if (!body) return null;
  const text = plainText(body);
  const count = countWords(text);
  return (
    <>
      {t('words', { count })}
      {count > 0 && <> · {t('minutes', { minutes: readingMinutes(text, language.code) })}</>}
    </>
  );
}

interface StartFromSourceProps {
  desk: TranslationDesk;
  editor: Editor;
  translation: Doc;
}

/** Shown while a translation is empty and its source is not. */
function StartFromSource({ desk, editor, translation }: StartFromSourceProps) {
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

/** Says what the home page shows while its text has no section, and puts that into the text. */
function BeginWithSections({ editor, language }: { editor: Editor; language: Locale }) {
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
