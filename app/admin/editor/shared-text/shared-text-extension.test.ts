import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { draftNodesAndMarks } from '../schema/draft-schema.ts';
import { SharedTextBinding } from './shared-text-extension.ts';

/** Counts what follows the transactions of a document. */
class CountedDoc extends Doc {
  followers = 0;

  override on(...args: Parameters<Doc['on']>) {
    if (String(args[0]) === 'afterTransaction') this.followers++;
    return super.on(...args);
  }

  override off(...args: Parameters<Doc['off']>) {
    if (String(args[0]) === 'afterTransaction') this.followers--;
    return super.off(...args);
  }
}

test('an editor that shows and writes nothing yet does not follow its text', () => {
  const doc = new CountedDoc();
  const binding = SharedTextBinding.configure({
    doc,
    name: DRAFT_BODY,
    awareness: new Awareness(doc),
    user: { id: 'ana', name: 'Ana', color: 1 },
  });
  const content = { type: 'doc', content: [{ type: 'paragraph' }] };
  const editor = new Editor({ element: null, content, extensions: [...draftNodesAndMarks, binding] });
  expect(doc.followers).toBe(0);
  editor.destroy();
  expect(doc.followers).toBe(0);
});
