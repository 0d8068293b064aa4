import { getExtensionField } from '@tiptap/core';
import { splitBlock } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { BlockIds } from '../schema/block-ids.ts';
import { draftSchema } from '../schema/draft-schema.ts';
import { markAsShared } from '../shared-text/sync-meta.ts';
import { blocksWrittenIn, COPIES_SOURCE } from './blocks-written-in.ts';

const schema = draftSchema();
const [plugin] = (getExtensionField(BlockIds, 'addProseMirrorPlugins', {}) as () => Plugin[])() as [Plugin];
const paragraph = (text: string, id?: string) =>
  schema.node('paragraph', { id: id ?? null }, text === '' ? [] : [schema.text(text)]);
const start = (...blocks: Node[]) => EditorState.create({ doc: schema.node('doc', null, blocks), plugins: [plugin] });

/** The texts of the blocks that a transaction wrote, with the state after it. */
function apply(state: EditorState, transaction: Transaction): { state: EditorState; written: string[] } {
  const next = state.apply(transaction);
  const written = blocksWrittenIn(transaction, next.doc);
  return {
    state: next,
    written: next.doc.content.content.filter(({ attrs }) => written.includes(attrs.id)).map((node) => node.textContent),
  };
}

test('a block is written with its first letter, and only edited by the next', () => {
  const first = start(paragraph('One', 'a'), paragraph('', 'b'));
  const typed = apply(first, first.tr.insertText('T', 6));
  expect(typed.written).toEqual(['T']);
  expect(apply(typed.state, typed.state.tr.insertText('wo', 7)).written).toEqual([]);
  expect(apply(typed.state, typed.state.tr.insertText('!', 4)).written).toEqual([]);
});

test('blocks that are pasted are written', () => {
  const state = start(paragraph('One', 'a'));
  const pasted = state.tr.insert(state.doc.content.size, [paragraph('Two'), paragraph('Three')]);
  expect(apply(state, pasted).written).toEqual(['Two', 'Three']);
});

test('the part of a block that a split makes another one is not written', () => {
  const state = start(paragraph('One. Two.', 'a'));
  const at = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 6)));
  let written: string[] | undefined;
  splitBlock(at, (transaction) => (written = apply(at, transaction).written));
  expect(written).toEqual([]);
});

test('what others and undo change, and what is copied from the source, is not written by this person', () => {
  const state = start(paragraph('', 'a'));
  for (const isUndo of [false, true]) {
    expect(apply(state, markAsShared(state.tr.insertText('x', 1), { isUndo })).written).toEqual([]);
  }
  expect(apply(state, state.tr.insertText('x', 1).setMeta(COPIES_SOURCE, true)).written).toEqual([]);
});
