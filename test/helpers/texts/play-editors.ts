import {
  chainCommands,
  deleteSelection,
  joinBackward,
  joinForward,
  lift,
  selectNodeBackward,
  setBlockType,
  splitBlock,
  wrapIn,
} from '@tiptap/pm/commands';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from '@tiptap/pm/schema-list';
import { type EditorState, TextSelection } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow } from '@tiptap/pm/tables';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, type Text } from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { richTextProblems } from '#core/rich-text/rich-text-problems.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { draftSchema } from '../../../app/admin/editor/schema/draft-schema.ts';
import { moveBlock } from '../../../app/admin/editor/text/move-block.ts';
import { type Command, type HeadlessEditor, openHeadlessEditor, syncDocs } from '../app/headless-editor.ts';
import { createRandom } from '../random.ts';
import { characterItems, expectKept } from './character-items.ts';
import { bodyTexts, readBody, writeBody } from './shared-texts.ts';

const schema = draftSchema();
const { nodes } = schema;
const type = (name: string) => nodes[name] as NonNullable<(typeof nodes)[string]>;

const picture = () => type('image').create({ media: 'a'.repeat(32) });

const enter: Command = chainCommands(splitListItem(type('listItem')), splitBlock);
const backspace: Command = chainCommands(deleteSelection, joinBackward, selectNodeBackward);

const COMMANDS: { [name: string]: (number: number) => Command } = {
  enter: () => enter,
  backspace: () => backspace,
  delete: () => chainCommands(deleteSelection, joinForward),
  kind: (number) =>
    [
      setBlockType(type('heading'), { level: 2 + (number % 3) }),
      setBlockType(type('paragraph')),
      setBlockType(type('codeBlock')),
    ][number % 3] as Command,
  list: (number) => wrapInList(type(number % 2 ? 'bulletList' : 'orderedList')),
  quote: (number) => wrapIn(type(number % 2 ? 'blockquote' : 'callout'), number % 2 ? null : { kind: 'note' }),
  lift: () => chainCommands(liftListItem(type('listItem')), lift),
  indent: () => sinkListItem(type('listItem')),
  move: (number) => (state, dispatch) => {
    const { tr } = state;
    const isMoved = moveBlock(state, tr, number % 2 ? 1 : -1);
    if (isMoved) dispatch(tr);
    return isMoved;
  },
  table: (number) => [addRowAfter, addColumnAfter, deleteRow, deleteColumn][number % 4] as Command,
  insertTable: () => (state, dispatch) => {
    const cell = () => type('tableCell').createAndFill() as Node;
    const row = () => type('tableRow').create(null, [cell(), cell()]);
    dispatch(state.tr.insert(state.selection.$from.after(1), type('table').create(null, [row(), row()])));
    return true;
  },
  picture: () => (state, dispatch) => {
    dispatch(state.tr.insert(state.selection.$from.after(1), picture()));
    return true;
  },
  gallery: (number) => (state, dispatch) => {
    const pictures = Array.from({ length: 1 + (number % 3) }, picture);
    dispatch(state.tr.insert(state.selection.$from.after(1), type('gallery').create(null, pictures)));
    return true;
  },
};

/** Milliseconds that the act `pause` takes: longer than the pause that ends an undo step. */
const PAUSE = 1_000;

export const ACTS = [
  ...Object.keys(COMMANDS),
  'type',
  'type',
  'type',
  'type',
  'paste',
  'replace',
  'sync',
  'sync',
  'syncAll',
  'reload',
];

export interface Act {
  who: number;
  what: string;
  a: number;
  b: number;
}

/**
 * People with an editor each, who are offline but for `sync`, and the unique characters that they type.
 * @param ids the seed of the ids of clients and the keys of blocks, which decide between concurrent changes
 */
function createWorld(people: number, ids: number) {
  const random = createRandom(ids);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) for (const index of bytes.keys()) bytes[index] = random(256);
    return bytes;
  });
  const newDoc = () => {
    const doc = new Doc();
    doc.clientID = random(2 ** 32);
    return doc;
  };
  let letter = 0x4e00;
  const typed = new Set<string>();
  const deleted = new Set<string>();
  /** Who took back deleting a character. Two who deleted it without knowing of each other can both restore it. */
  const restored = new Map<string, Set<number>>();
  const start = newDoc();
  writeBody(start, { type: 'doc', content: [block('paragraph', ''), block('paragraph', '')] });
  let time = 0;
  const open = (from: Doc): HeadlessEditor => {
    const doc = newDoc();
    applyUpdate(doc, encodeStateAsUpdate(from));
    return openHeadlessEditor(schema, doc, () => time);
  };
  const editors = Array.from({ length: people }, () => open(start));
  const nextLetter = () => {
    const own = String.fromCharCode(letter++);
    typed.add(own);
    return own;
  };
  function block(name: string, text: string): RichTextNode {
    return { type: name, ...(text !== '' && { content: [{ type: 'text', text }] }) };
  }

  function act({ who, what, a, b }: Act): void {
    const index = who % people;
    const editor = editors[index] as HeadlessEditor;
    if (what === 'pause') time += PAUSE;
    if (what === 'sync') syncDocs(editor.doc, (editors[(index + 1) % people] as HeadlessEditor).doc);
    if (what === 'syncAll') syncDocs(...editors.map(({ doc }) => doc));
    if (what === 'pause' || what === 'sync' || what === 'syncAll') return;
    if (what === 'reload') {
      editors[index] = open(editor.doc);
      editor.end();
      return;
    }
    select(editor, what === 'replace' ? a : b, b);
    const before = charactersOf(editor.state.doc);
    const items = characterItems(bodyFlow(editor.doc));
    const docBefore = editor.state.doc;
    const textBefore = docBefore.textContent;
    if (what === 'undo') editor.undo();
    else if (what === 'redo') editor.redo();
    else if (what === 'type') editor.dispatch(editor.state.tr.insertText(nextLetter()));
    else if (what === 'replace') editor.dispatch(editor.state.tr.deleteSelection());
    else if (what === 'paste') {
      const parts = [nextLetter(), nextLetter()].map((text) => type('paragraph').create(null, schema.text(text)));
      const slice = new Slice(Fragment.fromArray(parts), b % 2, b % 2);
      editor.dispatch(editor.state.tr.replaceSelection(slice).setMeta('paste', true));
    } else editor.run((COMMANDS[what] as (number: number) => Command)(a));
    const after = charactersOf(editor.state.doc);
    for (const each of before) if (!after.has(each)) deleted.add(each);
    for (const each of after) if (!before.has(each)) deleted.delete(each);
    if (what === 'undo' || what === 'redo') {
      for (const each of [...textBefore].reduce((text, gone) => text.replace(gone, ''), editor.state.doc.textContent)) {
        restored.set(each, (restored.get(each) ?? new Set()).add(index));
      }
    }
    if (what !== 'undo' && what !== 'redo') expectKept(items, characterItems(bodyFlow(editor.doc)));
    // The editor shows what the shared text says. A command that does not apply leaves it as it is.
    if (editor.state.doc !== docBefore) expect(asRead(editor.state)).toEqual(readBody(editor.doc));
  }

  return {
    act,
    editors,
    expected: () => [...typed].filter((each) => !deleted.has(each)).toSorted(),
    typed,
    restored,
    end: () => syncDocs(...editors.flatMap(({ doc }) => [doc]), ...editors.map(({ doc }) => doc)),
  };
}

function select({ state, dispatch }: HeadlessEditor, from: number, to: number): void {
  const { doc, tr } = state;
  const at = (number: number) => doc.resolve(number % (doc.content.size + 1));
  dispatch(tr.setSelection(TextSelection.between(at(from), at(to))));
}

function bodyFlow(doc: Doc): Text {
  return sharedTextIn(doc, DRAFT_BODY).flow as Text;
}

function charactersOf(doc: Node): Set<string> {
  return new Set(doc.textContent);
}

function asRead({ doc }: EditorState) {
  const { content } = normalizeRichText(doc.toJSON());
  const isBlank =
    content.length === 1 && content[0]?.type === 'paragraph' && !content[0].content && !content[0].attrs?.id;
  return { type: 'doc', content: isBlank ? [] : content };
}

export const script = (acts: readonly string[]) =>
  fc.array(fc.record({ who: fc.nat(2), what: fc.constantFrom(...acts), a: fc.nat(999), b: fc.nat(999) }), {
    maxLength: 70,
    size: 'max',
  });

export function play(acts: Act[], people: number, ids: number) {
  const world = createWorld(people, ids);
  for (const act of acts) world.act(act);
  world.end();
  const [first, ...others] = world.editors as [HeadlessEditor, ...HeadlessEditor[]];
  const text = readBody(first.doc);
  for (const other of others) expect(readBody(other.doc)).toEqual(text);
  for (const editor of world.editors) expect(asRead(editor.state)).toEqual(text);
  expect(richTextProblems(text)).toEqual([]);
  for (const editor of world.editors) editor.end();
  return { ...world, all: bodyTexts(first.doc).join('').replaceAll('\uFDD0', '') };
}
