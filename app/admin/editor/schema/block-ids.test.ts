import { getExtensionField } from '@tiptap/core';
import { lift, setBlockType, splitBlock, wrapIn } from '@tiptap/pm/commands';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { EditorState, type Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { openHeadlessEditor, syncDocs } from '../../../../test/helpers/app/headless-editor.ts';
import { readBody, writeBody } from '../../../../test/helpers/texts/shared-texts.ts';
import { randomKey } from '../shared-text/random-key.ts';
import { BlockIds } from './block-ids.ts';
import { draftSchema } from './draft-schema.ts';

const schema = draftSchema();
const [plugin] = (getExtensionField(BlockIds, 'addProseMirrorPlugins', {}) as () => Plugin[])() as [Plugin];

const paragraph = (text: string, id?: string) =>
  schema.node('paragraph', { id: id ?? null }, text === '' ? [] : [schema.text(text)]);
const start = (...blocks: Node[]) => EditorState.create({ doc: schema.node('doc', null, blocks), plugins: [plugin] });
const ids = ({ doc }: { doc: Node }) => doc.content.content.map(({ attrs }) => attrs.id as string | null);
const texts = ({ doc }: { doc: Node }) => doc.content.content.map(({ textContent }) => textContent);

/** The state after a command at a position. */
function run(
  state: EditorState,
  at: number,
  command: (state: EditorState, dispatch: (tr: Transaction) => void) => boolean,
): EditorState {
  let next = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)));
  expect(command(next, (tr) => (next = next.apply(tr)))).toBe(true);
  return next;
}

describe('the id of a block', () => {
  test('is given when the block is made, and stays while it is written', () => {
    const first = start(paragraph('', undefined));
    const typed = first.apply(first.tr.insertText('a', 1));
    const [id] = ids(typed);
    expect(id).toMatch(/^[0-9a-z]{12}$/);
    expect(ids(typed.apply(typed.tr.insertText('b', 2)))).toEqual([id]);
  });

  test('stays with the first part of a split block', () => {
    const after = run(start(paragraph('onetwo', 'a')), 4, splitBlock);
    expect(texts(after)).toEqual(['one', 'two']);
    expect(ids(after)).toEqual(['a', expect.not.stringMatching(/^a$/)]);
  });

  test('goes with the text when an empty block is made above', () => {
    const after = run(start(paragraph('text', 'a')), 1, splitBlock);
    expect(texts(after)).toEqual(['', 'text']);
    expect(ids(after)[1]).toBe('a');
    expect(ids(after)[0]).not.toBe('a');
  });

  test('stays when the block becomes a heading', () => {
    const heading = schema.nodes.heading as NonNullable<typeof schema.nodes.heading>;
    expect(ids(run(start(paragraph('text', 'a')), 2, setBlockType(heading, { level: 3 })))).toEqual(['a']);
  });

  test('is handed to the quote that a block is put into, and back', () => {
    const quote = schema.nodes.blockquote as NonNullable<typeof schema.nodes.blockquote>;
    const inside = run(start(paragraph('text', 'a'), paragraph('other', 'b')), 2, wrapIn(quote));
    expect(ids(inside)).toEqual(['a', 'b']);
    expect(inside.doc.firstChild?.firstChild?.attrs.id).toBeNull();
    expect(ids(run(inside, 3, lift))).toEqual(['a', 'b']);
  });

  test('is a new one for what is pasted', () => {
    const state = start(paragraph('text', 'a'));
    const transform = plugin.props.transformPasted?.bind(plugin);
    const slice = new Slice(Fragment.from([paragraph('text', 'a'), paragraph('from elsewhere', 'x')]), 0, 0);
    const pasted = transform?.(slice, { state, dragging: null } as never, false) as Slice;
    const after = state.apply(state.tr.insert(state.doc.content.size, pasted.content));
    expect(new Set(ids(after)).size).toBe(3);
    expect(ids(after)[0]).toBe('a');
    expect(ids(after)).not.toContain('x');
  });
});

const edit = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('split', 'type', 'insert', 'delete', 'duplicate', 'sync'),
  at: fc.nat(1_000),
});

test('two writers, whatever they do and whenever they meet, end with the same blocks, each with an id, none twice', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
      const writers = [openHeadlessEditor(schema), openHeadlessEditor(schema)] as const;
      const sync = () => syncDocs(writers[0].doc, writers[1].doc);
      const edit = ({ state, dispatch }: (typeof writers)[0], change: (state: EditorState) => Transaction) =>
        dispatch(change(state));
      writeBody(writers[0].doc, {
        type: 'doc',
        content: [paragraph('uno', 'a'), paragraph('dos', 'b')].map((node) => node.toJSON()),
      });
      sync();
      for (const { who, what, at } of edits) {
        if (what === 'sync') {
          sync();
          continue;
        }
        edit(writers[who as 0 | 1], ({ doc, tr }) => {
          // Each deleted the block that the other one kept.
          if (doc.childCount === 0) return tr.insert(0, paragraph('nuevo'));
          const index = at % doc.childCount;
          const offset = doc.content.content.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
          const block = doc.child(index);
          const inside = offset + 1 + (at % (block.content.size + 1));
          if (what === 'split') return tr.split(inside, 1, [{ type: block.type, attrs: { id: null } }]);
          if (what === 'type') return tr.insertText('x', inside);
          if (what === 'insert') return tr.insert(offset, paragraph('nuevo'));
          if (what === 'duplicate') return tr.insert(offset, block.copy(block.content));
          return doc.childCount > 1 ? tr.delete(offset, offset + block.nodeSize) : tr;
        });
      }
      sync();
      // The next change of one of them repairs the result of the concurrent changes.
      edit(writers[0], ({ tr }) => tr.insert(0, paragraph('fin')));
      sync();
      const [{ content }, other] = writers.map(({ doc }) => readBody(doc)) as [RichText, RichText];
      expect(other.content).toEqual(content);
      const found = content.map(({ attrs }) => attrs?.id);
      expect(found.every((id) => typeof id === 'string')).toBe(true);
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 150 },
  );
});

test('ids made at random do not meet', () => {
  expect(new Set(Array.from({ length: 5_000 }, randomKey)).size).toBe(5_000);
});
