import { Editor } from '@tiptap/core';
import { UndoRedo } from '@tiptap/extensions';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { useToolbarState } from './toolbar-state.ts';

const EMPTY = { type: 'doc', content: [{ type: 'paragraph' }] };

function Style({ editor }: { editor: Editor }) {
  return useToolbarState(editor).style;
}

test('the toolbar has its state in a render that hydrates, in which the hook has no editor yet', () => {
  const editor = new Editor({ element: null, extensions: [...draftNodesAndMarks, UndoRedo], content: EMPTY });
  // A render on the server reads the same snapshots of stores as one that hydrates.
  expect(renderToStaticMarkup(createElement(Style, { editor }))).toBe('paragraph');
  editor.destroy();
});
