import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HeadlessEditor, openHeadlessEditor } from '../../../../test/helpers/app/headless-editor.ts';
import { writeBody } from '../../../../test/helpers/texts/shared-texts.ts';

let editor: HeadlessEditor;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  editor = openHeadlessEditor();
  writeBody(editor.doc, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '.' }] }] });
  select(1);
});

afterEach(() => {
  editor.end();
  vi.useRealTimers();
});

test('a word is a step, however fast it is typed', () => {
  type('one two three');
  expect(undoAll()).toEqual(['one two .', 'one .', '.']);
});

test('what is typed after a pause is a step', () => {
  type('on');
  vi.advanceTimersByTime(499);
  type('e');
  vi.advanceTimersByTime(500);
  type('more');
  expect(undoAll()).toEqual(['one.', '.']);
});

test('a deletion is a step apart from what was typed before and after it', () => {
  type('words');
  for (let count = 0; count < 3; count++) deleteBefore();
  type('rld');
  expect(undoAll()).toEqual(['wo.', 'words.', '.']);
});

test('a paste is a step apart from what is typed and deleted at once after it', () => {
  type('a');
  const { schema } = editor.state;
  const pasted = new Slice(Fragment.from(schema.text('PASTED')), 0, 0);
  editor.dispatch(editor.state.tr.replaceSelection(pasted).setMeta('paste', true));
  deleteBefore();
  type('b');
  expect(undoAll()).toEqual(['aPASTE.', 'aPASTED.', 'a.', '.']);
});

test('typing in another place is a step', () => {
  type('one');
  select(1);
  type('two');
  expect(undoAll()).toEqual(['one.', '.']);
});

test('letters like the next ones do not end a step', () => {
  type('oo.');
  select(1);
  type('ooo');
  expect(undoAll()).toEqual(['oo..', '.']);
});

test('deleted letters like the ones before them do not end a step', () => {
  type('booooo');
  for (let count = 0; count < 3; count++) deleteBefore();
  expect(undoAll()).toEqual(['booooo.', '.']);
});

test('a step that was undone is redone, until something else is typed', () => {
  type('one two');
  editor.undo();
  expect(editor.redo()).toBe(true);
  expect(text()).toBe('one two.');
  editor.undo();
  type('x');
  expect(editor.redo()).toBe(false);
  expect(text()).toBe('one x.');
});

const text = () => editor.state.doc.textContent;

function select(position: number): void {
  const { tr, doc } = editor.state;
  editor.dispatch(tr.setSelection(TextSelection.create(doc, position)));
}

function type(words: string): void {
  for (const letter of words) editor.dispatch(editor.state.tr.insertText(letter));
}

function deleteBefore(): void {
  const { tr, selection } = editor.state;
  editor.dispatch(tr.delete(selection.from - 1, selection.from));
}

/** The text after each step back. */
function undoAll(): string[] {
  const texts: string[] = [];
  while (editor.undo()) texts.push(text());
  return texts;
}
