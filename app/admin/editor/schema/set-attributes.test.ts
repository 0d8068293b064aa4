import { Fragment, Slice } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { openHeadlessEditor } from '../../../../test/helpers/app/headless-editor.ts';
import { draftSchema } from './draft-schema.ts';
import { setAttributes } from './set-attributes.ts';

const schema = draftSchema();

/** Processor time that a paste of paragraphs takes in a new editor, in microseconds. */
function paste(count: number): number {
  const editor = openHeadlessEditor(schema);
  const words = Array.from({ length: count }, (_, index) =>
    schema.node('paragraph', null, [schema.text(`Palabras ${index}`)]),
  );
  const before = process.threadCpuUsage();
  editor.dispatch(editor.state.tr.replaceSelection(new Slice(Fragment.from(words), 1, 1)).setMeta('paste', true));
  const { user } = process.threadCpuUsage(before);
  editor.end();
  return user;
}

const fastest = (count: number) => Math.min(...[1, 2, 3].map(() => paste(count)));

test('a paste of four times as many paragraphs takes no more than some four times as long', () => {
  paste(200);
  expect(fastest(4_000) / fastest(1_000)).toBeLessThan(8);
});

test('blocks in others, and those around them, keep their place, their marks and the selection', () => {
  const cell = (text: string) => schema.node('tableCell', null, [schema.node('paragraph', null, [schema.text(text)])]);
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [schema.text('uno', [schema.mark('bold')])]),
    schema.node('table', null, [schema.node('tableRow', null, [cell('dos'), cell('tres')])]),
    schema.node('paragraph', null, [schema.text('cuatro')]),
  ]);
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, 2, 4) });
  const { tr } = state;
  const places: number[] = [];
  doc.descendants((node, position) => void (node.type.name === 'paragraph' && places.push(position)));
  setAttributes(tr, new Map(places.slice(1).map((place, index) => [place, { key: `key-${index}` }])));
  expect(tr.steps).toHaveLength(1);
  expect(tr.doc.textContent).toBe(doc.textContent);
  expect(tr.doc.firstChild, 'what does not change is the same').toBe(doc.firstChild);
  expect(places.map((place) => tr.doc.nodeAt(place)?.attrs.key)).toEqual([null, 'key-0', 'key-1', 'key-2']);
  expect(tr.selection).toMatchObject({ from: 2, to: 4 });
  expect(tr.mapping.map(places[3] ?? 0)).toBe(places[3]);
});
