import { expect, test } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { bodyTexts, readBody, typeInBody, writeBody } from '../../test/helpers/texts/shared-texts.ts';
import { DRAFT_BODY } from '../drafts/draft-shape.ts';
import { readLeaves } from './read-leaves.ts';
import { sharedTextIn } from './shared-text.ts';
import { keepRemoved } from './write-leaves.ts';

const body = (...texts: string[]) => ({
  type: 'doc' as const,
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

function copyOf(doc: Doc): Doc {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(doc));
  return copy;
}

/** Somebody joins the last paragraph to the first one and removes the one between, in which somebody else types. */
function createRemoved(): { doc: Doc; key: string } {
  const doc = new Doc();
  writeBody(doc, body('One', 'gap', 'Third'));
  const other = copyOf(doc);
  const [first] = readBody(doc).content;
  writeBody(doc, {
    type: 'doc',
    content: [{ ...first, type: 'paragraph', content: [{ type: 'text', text: 'OneThird' }] }],
  });
  typeInBody(other, 1, -1, '!');
  applyUpdate(doc, encodeStateAsUpdate(other));
  const removed = readLeaves(sharedTextIn(doc, DRAFT_BODY)).leaves.find(({ isRemoved }) => isRemoved);
  return { doc, key: removed?.key ?? '' };
}

test('a removed block with words that its remover had not seen is shown behind the block around it', () => {
  const { doc } = createRemoved();
  expect(bodyTexts(doc)).toEqual(['OneThird', '!']);
});

test('a removed block that is kept stays where it was shown, and takes no words of the block around it', () => {
  const { doc, key } = createRemoved();
  doc.transact(() => keepRemoved(sharedTextIn(doc, DRAFT_BODY), key, () => 'slot'));
  const { leaves } = readLeaves(sharedTextIn(doc, DRAFT_BODY));
  expect(leaves.map(({ text, isRemoved }) => [text, isRemoved])).toEqual([
    ['OneThird', false],
    ['!', false],
  ]);
});
