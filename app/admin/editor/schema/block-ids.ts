import { Extension } from '@tiptap/core';
import type { Fragment, Node } from '@tiptap/pm/model';
import { Slice, Fragment as SliceFragment } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { randomKey } from '../shared-text/random-key.ts';
import { isFromShared } from '../shared-text/sync-meta.ts';
import { setAttributes } from './set-attributes.ts';

const key = new PluginKey('blockIds');

/**
 * Gives every block (child of the document) a persistent id, and removes ids from nested nodes.
 *
 * Ids are assigned in the transaction that needs them, and only by its author: remote changes arrive with ids, so that editors
 * never react to each other. When a block is split, the part with the text keeps the id; a block that is wrapped into a quote
 * or a list, or lifted out, passes its id on.
 */
export const BlockIds = Extension.create({
  name: 'blockIds',
  addProseMirrorPlugins() {
    const cut = new Set<string>();
    return [
      new Plugin({
        key,
        appendTransaction: (transactions, before, after) =>
          transactions.some(({ docChanged }) => docChanged) && !transactions.some(isFromShared)
            ? assignIds(transactions, before, after)
            : undefined,
        props: {
          handleDOMEvents: {
            cut: (view) => {
              cut.clear();
              const { from, to } = view.state.selection;
              view.state.doc.forEach((block, offset) => {
                if (offset >= from && offset + block.nodeSize <= to) cut.add(block.attrs.id as string);
              });
              return false;
            },
          },
          transformPasted: (slice, view) => (isMoveInside(view) ? slice : withoutIds(slice, view.state.doc, cut)),
        },
      }),
    ];
  },
});

function isMoveInside(view: EditorView): boolean {
  return view.dragging?.move === true;
}

/** Pasted blocks get new ids, unless they were just cut from this text. */
function withoutIds(slice: Slice, doc: Node, cut: ReadonlySet<string>): Slice {
  const taken = new Set(idsOf(doc));
  const strip = (fragment: Fragment, isTop: boolean): Fragment =>
    SliceFragment.fromArray(
      fragment.content.map((node) => {
        if (node.isText) return node;
        const id = node.attrs.id as string | null;
        const keeps = isTop && id !== null && cut.has(id) && !taken.has(id);
        return node.type.create(
          keeps ? node.attrs : { ...node.attrs, id: null },
          strip(node.content, false),
          node.marks,
        );
      }),
    );
  return new Slice(strip(slice.content, true), slice.openStart, slice.openEnd);
}

function idsOf(doc: Node): string[] {
  return doc.content.content.flatMap(({ attrs }) => (typeof attrs.id === 'string' ? [attrs.id] : []));
}

function assignIds(
  transactions: readonly Transaction[],
  before: EditorState,
  { doc, tr }: EditorState,
): Transaction | undefined {
  const wanted = wantedIds(transactions, before.doc, doc);
  const changes = new Map<number, { id: string | null }>();
  doc.forEach((block, offset, index) => {
    if (block.attrs.id !== wanted[index]) changes.set(offset, { id: wanted[index] ?? null });
    block.descendants((node, position) => {
      if (typeof node.attrs.id === 'string') changes.set(offset + 1 + position, { id: null });
    });
  });
  setAttributes(tr, changes);
  return tr.docChanged ? tr : undefined;
}

/** The id of each block of the document. */
function wantedIds(transactions: readonly Transaction[], before: Node, doc: Node): string[] {
  const blocks = doc.content.content;
  const wanted: (string | undefined)[] = [];
  const taken = new Set<string>();
  for (const { attrs } of blocks) {
    const id = typeof attrs.id === 'string' && !taken.has(attrs.id) ? attrs.id : undefined;
    if (id !== undefined) taken.add(id);
    wanted.push(id);
  }
  const take = (index: number, id: string | undefined) => {
    if (id === undefined || taken.has(id)) return;
    taken.add(id);
    wanted[index] = id;
  };
  let offset = 0;
  for (const [index, block] of blocks.entries()) {
    if (wanted[index] === undefined) {
      take(index, firstIdInside(block));
      if (wanted[index] === undefined) take(index, formerId(transactions, before, offset, block));
    }
    offset += block.nodeSize;
  }
  keepWithText(wanted, before, blocks);
  return wanted.map((id) => id ?? randomKey());
}

function firstIdInside(block: Node): string | undefined {
  let found: string | undefined;
  block.descendants((node) => {
    if (found === undefined && typeof node.attrs.id === 'string') found = node.attrs.id;
    return found === undefined;
  });
  return found;
}

/** The id of the block that contained this block's text before the change. */
function formerId(transactions: readonly Transaction[], before: Node, offset: number, block: Node): string | undefined {
  if (block.textContent === '') return undefined;
  let position = offset + 1;
  block.descendants((node, inside) => {
    if (node.isText) position = offset + 1 + inside;
    return !node.isText && position === offset + 1;
  });
  for (const { mapping } of transactions.toReversed()) position = mapping.invert().map(position, 1);
  if (position < 1 || position > before.content.size) return undefined;
  const former = before.maybeChild(before.resolve(position).index(0));
  return typeof former?.attrs.id === 'string' && former.textContent.includes(block.textContent)
    ? former.attrs.id
    : undefined;
}

/** Splitting a block at its start leaves an empty one above: the id stays with the text. */
function keepWithText(wanted: (string | undefined)[], before: Node, blocks: readonly Node[]): void {
  for (const [index, block] of blocks.entries()) {
    const id = wanted[index];
    const next = blocks[index + 1];
    if (id === undefined || !next || block.textContent !== '' || wanted[index + 1] !== undefined) continue;
    const former = before.content.content.find(({ attrs }) => attrs.id === id);
    if (!former || former.textContent === '' || former.textContent !== next.textContent) continue;
    wanted[index] = undefined;
    wanted[index + 1] = id;
  }
}
