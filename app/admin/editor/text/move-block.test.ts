import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { draftSchema } from '../schema/draft-schema.ts';
import { moveBlock } from './move-block.ts';

const schema = draftSchema();
const paragraph = (text: string, id: string | null = text) => schema.node('paragraph', { id }, [schema.text(text)]);

function stateAt(blocks: Parameters<typeof schema.node>[2], text: string): EditorState {
  const doc = schema.node('doc', null, blocks);
  let at = 0;
  doc.descendants((node, position) => {
    if (node.isText && node.text === text) at = position + 1;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) });
}

function move(state: EditorState, by: -1 | 1): EditorState | undefined {
  const { tr } = state;
  return moveBlock(state, tr, by) ? state.apply(tr) : undefined;
}

test('a block moves past its neighbour with its id, and the caret stays in it', () => {
  const state = stateAt([paragraph('uno'), paragraph('dos'), paragraph('tres')], 'dos');
  const up = move(state, -1);
  expect(up?.doc.content.content.map(({ attrs }) => attrs.id)).toEqual(['dos', 'uno', 'tres']);
  expect(up?.selection.$from.parent.textContent).toBe('dos');
  expect(up?.selection.$from.parentOffset).toBe(1);
  expect(move(state, 1)?.doc.textContent).toBe('unotresdos');
});

test('nothing moves out of the text', () => {
  const state = stateAt([paragraph('uno'), paragraph('dos')], 'uno');
  expect(move(state, -1)).toBeUndefined();
});

test('in a list, the entry moves', () => {
  const entry = (text: string) => schema.node('listItem', null, [paragraph(text, null)]);
  const list = schema.node('bulletList', { id: 'list' }, [entry('a'), entry('b')]);
  const down = move(stateAt([list, paragraph('fin')], 'a'), 1);
  expect(down?.doc.textContent).toBe('bafin');
  expect(down?.selection.$from.parent.textContent).toBe('a');
});
