import type { Node } from '@tiptap/pm/model';
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import { openHeadlessEditor } from '../../../../test/helpers/app/headless-editor.ts';
import { draftSchema } from '../schema/draft-schema.ts';
import { addToGallery, type Gap, gapAt, insertPicture } from './insert-picture.ts';
import { movePicture } from './move-block.ts';

const schema = draftSchema();
const paragraph = (words: string) =>
  schema.node('paragraph', { id: words || 'empty' }, words === '' ? [] : [schema.text(words)]);

function stateOf(blocks: Node[], from: number, to = from): EditorState {
  const doc = schema.node('doc', null, blocks);
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });
}

function insert(state: EditorState, media: string, gap: Gap = gapAt(state.selection.$to), takesCaret = true) {
  const { tr } = state;
  const next = insertPicture(tr, media, gap, { takesCaret });
  return { state: state.apply(tr), next };
}

const type = (state: EditorState, words: string) => state.apply(state.tr.insertText(words));
const blocksOf = ({ doc }: EditorState) =>
  doc.content.content.map((block) => (block.type.name === 'image' ? `[${block.attrs.media}]` : block.textContent));

describe('a picture', () => {
  test('comes after the block of the caret, and what is typed next comes after the picture', () => {
    const state = stateOf([paragraph('hola mundo'), paragraph('fin')], 11);
    expect(blocksOf(type(insert(state, 'a').state, 'x '))).toEqual(['hola mundo', '[a]', 'x fin']);
  });

  test('at the end of the text is followed by a line to go on writing', () => {
    const state = insert(stateOf([paragraph('hola mundo')], 11), 'a').state;
    expect(blocksOf(type(state, 'x'))).toEqual(['hola mundo', '[a]', 'x']);
  });

  test('leaves the words that are selected', () => {
    const words = insert(stateOf([paragraph('uno dos tres')], 5, 8), 'a').state;
    expect(blocksOf(words)).toEqual(['uno dos tres', '[a]', '']);
    const whole = insert(stateOf([paragraph('uno'), paragraph('dos')], 1, 4), 'a').state;
    expect(blocksOf(whole)).toEqual(['uno', '[a]', 'dos']);
  });

  test('leaves another one that is selected, and comes after it', () => {
    const first = insert(stateOf([paragraph('uno'), paragraph('dos')], 4), 'a').state;
    const selected = first.apply(first.tr.setSelection(NodeSelection.create(first.doc, 5)));
    expect(blocksOf(insert(selected, 'b').state)).toEqual(['uno', '[a]', '[b]', 'dos']);
  });

  test('comes before a line that is still empty, which is there to go on writing', () => {
    const state = insert(stateOf([paragraph('uno'), paragraph(''), paragraph('fin')], 6), 'a').state;
    expect(blocksOf(type(state, 'x'))).toEqual(['uno', '[a]', 'x', 'fin']);
  });

  test('comes after the whole list that the caret is in', () => {
    const item = (words: string) => schema.node('listItem', null, [paragraph(words)]);
    const list = schema.node('bulletList', { id: 'list' }, [item('uno'), item('dos')]);
    const state = insert(stateOf([list, paragraph('fin')], 4), 'a').state;
    expect(blocksOf(state)).toEqual(['unodos', '[a]', 'fin']);
  });

  test('has an id of its own', () => {
    const { state, next } = insert(stateOf([paragraph('uno')], 4), 'a');
    expect(next).toEqual(['uno', state.doc.child(1).attrs.id]);
  });
});

describe('several pictures', () => {
  test('stand in their order', () => {
    const first = insert(stateOf([paragraph('uno'), paragraph('fin')], 4), 'a');
    const second = insert(first.state, 'b', first.next);
    expect(blocksOf(type(second.state, 'x '))).toEqual(['uno', '[a]', '[b]', 'x fin']);
    const again = insert(insert(stateOf([paragraph('uno')], 4), 'a').state, 'b').state;
    expect(blocksOf(type(again, 'x'))).toEqual(['uno', '[a]', '[b]', 'x']);
  });
});

describe('a picture that took its time to come', () => {
  test('goes where it was put, while the caret stays where somebody writes', () => {
    const before = stateOf([paragraph('uno'), paragraph('dos'), paragraph('tres')], 4);
    const gap = gapAt(before.selection.$to);
    const moved = before.apply(before.tr.setSelection(TextSelection.create(before.doc, 12, 15)));
    const { state } = insert(moved, 'a', gap, false);
    expect(blocksOf(state)).toEqual(['uno', '[a]', 'dos', 'tres']);
    expect(state.doc.textBetween(state.selection.from, state.selection.to)).toBe('res');
  });

  test('goes behind what is left of what it was put behind', () => {
    const before = stateOf([paragraph('uno'), paragraph('dos'), paragraph('tres')], 9);
    const gap = gapAt(before.selection.$to);
    expect(blocksOf(insert(before.apply(before.tr.delete(5, 10)), 'a', gap, false).state)).toEqual([
      'uno',
      '[a]',
      'tres',
    ]);
    expect(blocksOf(insert(before.apply(before.tr.delete(0, 10)), 'a', gap, false).state)).toEqual(['[a]', 'tres']);
  });
});

describe('a gallery', () => {
  const add = (state: EditorState, media: string, gap: Gap = ['uno']) => {
    const { tr } = state;
    addToGallery(tr, 'key', media, gap, { takesCaret: true });
    return state.apply(tr);
  };
  const shown = ({ doc }: EditorState) =>
    doc.content.content.map(({ type, content, textContent }) =>
      type.name === 'gallery' ? content.content.map(({ attrs }) => String(attrs.media)) : textContent,
    );
  const begun = () => add(add(stateOf([paragraph('uno'), paragraph('dos')], 4), 'a'), 'b');

  test('begins with its first picture, and each further one is added to its end, wherever it is then', () => {
    expect(shown(begun())).toEqual(['uno', ['a', 'b'], 'dos']);
    const state = begun();
    const moved = state.apply(state.tr.delete(0, 5));
    expect(shown(add(moved, 'c'))).toEqual([['a', 'b', 'c'], 'dos']);
  });

  test('that was removed meanwhile begins again with the picture that arrives', () => {
    const state = begun();
    const removed = state.apply(state.tr.delete(5, 9));
    expect(shown(removed)).toEqual(['uno', 'dos']);
    expect(shown(add(removed, 'c'))).toEqual(['uno', ['c'], 'dos']);
  });

  test('has its pictures moved past each other, and no further', () => {
    const state = begun();
    const { tr } = state;
    expect(movePicture(tr, 6, -1)).toBeUndefined();
    expect(movePicture(tr, 6, 1)).toBe(7);
    expect(movePicture(tr, 7, 1)).toBeUndefined();
    expect(shown(state.apply(tr))).toEqual(['uno', ['b', 'a'], 'dos']);
  });

  test('goes with its last picture', () => {
    const editor = openHeadlessEditor(schema);
    const { tr } = editor.state;
    addToGallery(tr, 'key', 'a'.repeat(32), [], { takesCaret: true });
    editor.dispatch(tr);
    editor.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 1)).deleteSelection());
    expect(shown(editor.state)).toEqual(['']);
    expect(editor.undo()).toBe(true);
    expect(shown(editor.state)[0]).toEqual(['a'.repeat(32)]);
    editor.end();
  });
});
