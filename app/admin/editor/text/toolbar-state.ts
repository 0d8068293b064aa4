import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';

/** The block styles of the first menu. */
export const STYLES = ['paragraph', 'heading2', 'heading3', 'heading4'] as const;

const LEVELS: { [level: number]: (typeof STYLES)[number] } = { 2: 'heading2', 3: 'heading3', 4: 'heading4' };

/** What the toolbar shows of the selection. */
export function useToolbarState(editor: Editor) {
  return useEditorState({
    editor,
    // The editor that a selector is given is null while React hydrates what is around it.
    selector: () => ({
      style: LEVELS[[2, 3, 4].find((level) => editor.isActive('heading', { level })) ?? 0] ?? ('paragraph' as const),
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      link: editor.isActive('link'),
      strike: editor.isActive('strike'),
      code: editor.isActive('code'),
      subscript: editor.isActive('subscript'),
      superscript: editor.isActive('superscript'),
      undo: editor.can().undo(),
      redo: editor.can().redo(),
    }),
  });
}
