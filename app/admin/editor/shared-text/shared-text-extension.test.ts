import { Editor } from '@tiptap/core';
import { expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { SharedTextBinding } from './shared-text-extension.ts';

test('an editor that shows and writes nothing yet does not follow its text', () => {
  const doc = new Doc();
  const on = vi.spyOn(doc, 'on');
  const binding = SharedTextBinding.configure({
    doc,
    name: DRAFT_BODY,
    awareness: new Awareness(doc),
    user: { id: 'ana', name: 'Ana', color: 1 },
  });
  const content = { type: 'doc', content: [{ type: 'paragraph' }] };
  const editor = new Editor({ element: null, content, extensions: [...draftNodesAndMarks, binding] });
  expect(on.mock.calls.filter(([name]) => name === 'afterTransaction')).toEqual([]);
  editor.destroy();
});
