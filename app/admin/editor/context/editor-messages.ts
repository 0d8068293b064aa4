import type editor from '../../../../locales/es/editor.json';

/** The messages of the editor, typed by the Spanish file. */
export interface EditorMessages {
  editor: typeof editor;
}

declare module '../../../i18n/messages.ts' {
  /** Available only on the editor's page, which has them in the data of its route. */
  interface Messages extends EditorMessages {}
}
