import { Editor } from '@tiptap/core';
import { expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { SharedTextBinding } from './shared-text-extension.ts';

/** A document, and the number of those that follow its transactions. */
function createFollowedDoc() {
  const doc = new Doc();
  const [on, off] = [vi.spyOn(doc, 'on'), vi.spyOn(doc, 'off')];
  const ofTransactions = (calls: unknown[][]) => calls.filter(([name]) => name === 'afterTransaction').length;
  return { doc, countFollowers: () => ofTransactions(on.mock.calls) - ofTransactions(off.mock.calls) };
}

test('an editor that shows and writes nothing yet does not follow its text', () => {
  const { doc, countFollowers } = createFollowedDoc();
  const binding = SharedTextBinding.configure({
    doc,
    name: DRAFT_BODY,
    awareness: new Awareness(doc),
    user: { id: 'ana', name: 'Ana', color: 1 },
  });
  const content = { type: 'doc', content: [{ type: 'paragraph' }] };
  const editor = new Editor({ element: null, content, extensions: [...draftNodesAndMarks, binding] });
  expect(countFollowers()).toBe(0);
  editor.destroy();
  expect(countFollowers()).toBe(0);
});
