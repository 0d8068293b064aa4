import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { randomKey } from '../shared-text/random-key.ts';
import { isFromShared } from '../shared-text/sync-meta.ts';
import { setAttributes } from './set-attributes.ts';

/**
 * Gives every block a key, which says which block of the shared text it is. Ids are those of blocks of the document and can be
 * passed on; a key stays with the characters. Keys are not part of a rich text.
 */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('blockKeys'),
      appendTransaction(transactions, before, { doc, tr }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return undefined;
        // Only the repair of a table leaves blocks without keys then; all editors make the same repair.
        const newKey = transactions.some(isFromShared) ? derivedKey : randomKey;
        setAttributes(tr, wantedKeys(transactions, before.doc, doc, newKey));
        return tr.docChanged ? tr : undefined;
      },
    }),
  ],
});

type NewKey = (parentKey: string, index: number) => string;

const derivedKey: NewKey = (parentKey, index) => `${parentKey.slice(0, 80)}.${index}`;

interface Found {
  node: Node;
  position: number;
  index: number;
  path: readonly Found[];
  key: string | undefined;
}

/** The keys of blocks that have none or another one's, by position. */
function wantedKeys(
  transactions: readonly Transaction[],
  before: Node,
  doc: Node,
  newKey: NewKey,
): Map<number, { key: string }> {
  const blocks = findBlocks(doc);
  const taken = new Set<string>();
  for (const block of blocks) {
    if (block.key !== undefined && taken.has(block.key)) block.key = undefined;
    if (block.key !== undefined) taken.add(block.key);
  }
  if (blocks.every(({ key }) => key !== undefined)) return new Map();
  const take = (block: Found, key: unknown): boolean => {
    if (typeof key !== 'string' || taken.has(key)) return false;
    taken.add(key);
    block.key = key;
    return true;
  };
  keepWithText(blocks, before);
  for (const block of blocks.filter(({ key, node }) => key === undefined && isLeaf(node))) {
    const former = formerBlocks(transactions, before, block.position + 1);
    const leaf = former.at(-1);
    if (leaf && isLeaf(leaf)) take(block, leaf.attrs.key);
    for (const [depth, container] of block.path.entries()) {
      const own = former[depth];
      if (container.key === undefined && own && !isLeaf(own)) take(container, own.attrs.key);
    }
  }
  const wanted = new Map<number, { key: string }>();
  for (const block of blocks) {
    if (block.key === undefined) {
      const attribute = block.node.attrs.key as unknown;
      // A container that was cut in two.
      for (
        let number = 2;
        !isLeaf(block.node) && typeof attribute === 'string' && number < 99 && block.key === undefined;
        number++
      ) {
        take(block, `${attribute}~${number}`);
      }
      if (block.key === undefined) take(block, newKey(block.path.at(-1)?.key ?? '', block.index));
      if (block.key === undefined) take(block, randomKey());
    }
    if (block.key !== block.node.attrs.key) wanted.set(block.position, { key: block.key ?? '' });
  }
  return wanted;
}

function isLeaf(node: Node): boolean {
  return node.isTextblock || node.isAtom;
}

function findBlocks(doc: Node): Found[] {
  const blocks: Found[] = [];
  const visit = (parent: Node, start: number, path: readonly Found[]) =>
    parent.forEach((node, offset, index) => {
      if (!node.isBlock) return;
      const key = typeof node.attrs.key === 'string' ? node.attrs.key : undefined;
      const found = { node, position: start + offset, index, path, key };
      blocks.push(found);
      if (!isLeaf(node)) visit(node, found.position + 1, [...path, found]);
    });
  visit(doc, 0, []);
  return blocks;
}

/** Splitting a block at its start leaves an empty one in front: the key stays with the characters. */
function keepWithText(blocks: readonly Found[], before: Node): void {
  const leaves = blocks.filter(({ node }) => isLeaf(node));
  for (const [index, block] of leaves.entries()) {
    const next = leaves[index + 1];
    if (block.key === undefined || !next || next.key !== undefined || block.node.textContent !== '') continue;
    const text = next.node.textContent;
    if (text === '' || textOfKey(before, block.key) !== text) continue;
    next.key = block.key;
    block.key = undefined;
  }
}

function textOfKey(doc: Node, key: string): string | undefined {
  let text: string | undefined;
  doc.descendants((node) => {
    if (node.attrs.key === key && isLeaf(node)) text = node.textContent;
    return text === undefined && !isLeaf(node);
  });
  return text;
}

/** The blocks that contained a position before the change, from the outside in. */
function formerBlocks(transactions: readonly Transaction[], before: Node, position: number): Node[] {
  let former = position;
  for (const { mapping } of transactions.toReversed()) former = mapping.invert().map(former, 1);
  if (former < 0 || former > before.content.size) return [];
  const $former = before.resolve(former);
  return Array.from({ length: $former.depth }, (_, depth) => $former.node(depth + 1));
}
