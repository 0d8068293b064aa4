import type { Node } from '@tiptap/pm/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { type HeadlessEditor, openHeadlessEditor } from '../../../../test/helpers/app/headless-editor.ts';
import { readBody, writeBody } from '../../../../test/helpers/texts/shared-texts.ts';
import { gapAt, insertAtom } from './insert-picture.ts';

const editors: HeadlessEditor[] = [];

function open(): HeadlessEditor {
  const editor = openHeadlessEditor();
  editors.push(editor);
  return editor;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  for (const editor of editors.splice(0)) editor.end();
  vi.useRealTimers();
});

function exchange(one: HeadlessEditor, other: HeadlessEditor): void {
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
}

function insert(editor: HeadlessEditor): void {
  writeBody(editor.doc, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] });
  const { tr, selection } = editor.state;
  insertAtom(tr, 'siteBlock', { kind: 'video' }, gapAt(selection.$to), { takesCaret: true });
  editor.dispatch(tr);
}

const blockIn = ({ state }: HeadlessEditor) =>
  state.doc.content.content.findIndex(({ type }) => type.name === 'siteBlock');

/** Changes attributes as the form does. */
function fill(editor: HeadlessEditor, group: 'values' | 'words', member: string, value: unknown): void {
  const { doc, tr } = editor.state;
  const index = blockIn(editor);
  const at = doc.content.content.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const node = doc.child(index) as Node;
  editor.dispatch(tr.setNodeAttribute(at, group, { ...node.attrs[group], [member]: value }));
}

const stored = (editor: HeadlessEditor) =>
  readBody(editor.doc).content.flatMap(({ type, attrs }) => (type === 'siteBlock' ? [attrs] : []));

test('a block of the site is filled in and undone step by step', () => {
  const editor = open();
  insert(editor);
  vi.advanceTimersByTime(1_000);
  fill(editor, 'values', 'url', 'https://example.org/');
  vi.advanceTimersByTime(1_000);
  fill(editor, 'words', 'title', 'One');
  const whole = { kind: 'video', values: { url: 'https://example.org/' }, words: { title: 'One' } };
  expect(stored(editor)).toEqual([{ id: expect.any(String), ...whole }]);
  editor.undo();
  expect(stored(editor)[0]).not.toHaveProperty('words');
  editor.undo();
  expect(stored(editor)[0]).not.toHaveProperty('values');
  editor.undo();
  expect(stored(editor)).toEqual([]);
  for (let step = 0; step < 3; step++) editor.redo();
  expect(stored(editor)[0]).toMatchObject(whole);
});

test('two people fill in two fields at once, and both see both', () => {
  const [one, other] = [open(), open()];
  insert(one);
  exchange(one, other);
  fill(one, 'values', 'url', 'https://example.org/');
  fill(other, 'values', 'start', 3);
  fill(other, 'words', 'title', 'One');
  exchange(one, other);
  const whole = { kind: 'video', values: { start: 3, url: 'https://example.org/' }, words: { title: 'One' } };
  for (const editor of [one, other]) {
    expect(stored(editor)[0]).toMatchObject(whole);
    expect(editor.state.doc.child(blockIn(editor)).attrs).toMatchObject(whole);
  }
});
