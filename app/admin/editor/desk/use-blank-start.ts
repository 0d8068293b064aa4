import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { EditedLanguage } from '../context/read-editor.ts';
import type { EditorDraft } from '../drafts/editor-draft.ts';
import { focusStart, type TextEditor } from '../text/text-editor.ts';
import { fieldControl } from '../units/active-unit.ts';

/** Puts the caret where an item without text begins: in its title, or in the text if it has a title. */
export function useBlankStart(language: EditedLanguage, { doc }: EditorDraft, text: TextEditor | undefined): void {
  const { hash } = useLocation();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !text) return;
    isDone.current = true;
    if (hash !== '' || !language.canEdit || !text.editor.isEmpty || isElsewhere()) return;
    if (doc.getText('title').toString().trim() === '') fieldControl(language.code, 'title')?.focus();
    else focusStart(text.editor);
  }, [hash, language, doc, text]);
}

/** Whether the person has moved the focus. A navigation puts it on the heading. */
function isElsewhere(): boolean {
  const { activeElement } = document;
  return activeElement !== null && !activeElement.matches('body, h1, main');
}
