import { normalizeAttributes } from '../rich-text/normalize-rich-text.ts';
import type { RichTextNode } from '../rich-text/rich-text.ts';
import { isLeafType, isTextBlock, joinMembers, splitMembers } from './block-kinds.ts';
import { nodesOfRuns, runsOfNodes } from './runs.ts';
import type { Container, Leaf } from './shared-text.ts';

/** The blocks of a document whose leaf blocks these are. Every block has its key as the attribute `key`. */
export function nodesOfLeaves(leaves: readonly Leaf[]): RichTextNode[] {
  return blocksOfLeaves(leaves).map(nodeOfBlock);
}

/** Groups leaf blocks by block of the document. */
export function blocksOfLeaves<T extends Leaf>(leaves: readonly T[]): T[][] {
  const blocks: T[][] = [];
  for (const leaf of leaves) {
    const last = blocks.at(-1);
    if (last && leaf.path[0] && last[0]?.path[0]?.key === leaf.path[0].key) last.push(leaf);
    else blocks.push([leaf]);
  }
  return blocks;
}

/** The node of a block of the document. */
export function nodeOfBlock(leaves: readonly Leaf[]): RichTextNode {
  const root: RichTextNode[] = [];
  let open: { key: string; content: RichTextNode[] }[] = [];
  for (const leaf of leaves) {
    let depth = 0;
    while (depth < leaf.path.length && open[depth]?.key === leaf.path[depth]?.key) depth++;
    open = open.slice(0, depth);
    for (const { key, type, attrs } of leaf.path.slice(depth)) {
      const content: RichTextNode[] = [];
      (open.at(-1)?.content ?? root).push({ type, attrs: { ...attrs, key }, content });
      open.push({ key, content });
    }
    const { key, type, attrs, runs } = leaf;
    const content = isTextBlock(type) ? nodesOfRuns(runs, type === 'codeBlock') : [];
    const own = joinMembers(type, attrs);
    (open.at(-1)?.content ?? root).push({ type, attrs: { ...own, key }, ...(content.length > 0 && { content }) });
  }
  return root[0] as RichTextNode;
}

/**
 * The leaf blocks of a block of the document, with normalized attributes. A block without a key gets one.
 * @param newKey called for each block without a key, containers first
 */
export function leavesOfNode(node: RichTextNode, newKey: (node: RichTextNode) => string): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (at: RichTextNode, path: readonly Container[]) => {
    const attrs = normalizeAttributes(at.type, at.attrs ?? {});
    if (!attrs) return;
    if (path.length > 0) delete attrs.id;
    const key = typeof at.attrs?.key === 'string' ? at.attrs.key : newKey(at);
    if (!isLeafType(at.type)) {
      const container = { key, type: at.type, attrs };
      for (const child of at.content ?? []) visit(child, [...path, container]);
      return;
    }
    const runs = isTextBlock(at.type) ? runsOfNodes(at.content ?? [], at.type === 'codeBlock') : [];
    leaves.push({
      key,
      type: at.type,
      attrs: splitMembers(at.type, attrs),
      path,
      runs,
      text: runs.map(({ text }) => text).join(''),
    });
  };
  visit(node, []);
  return leaves;
}

/** Whether two leaf blocks are the same. */
function isSameLeaf(a: Leaf | undefined, b: Leaf | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.text !== b.text) return false;
  return isSameKind(a, b) && isSamePath(a, b) && JSON.stringify(a.runs) === JSON.stringify(b.runs);
}

export function isSameKind(a: Container, b: Container): boolean {
  if (a.key !== b.key || a.type !== b.type) return false;
  const names = Object.keys(a.attrs);
  return names.length === Object.keys(b.attrs).length && names.every((name) => a.attrs[name] === b.attrs[name]);
}

export function isSamePath(a: Leaf, b: Leaf): boolean {
  return (
    a.path.length === b.path.length &&
    a.path.every((container, depth) => isSameKind(container, b.path[depth] as Container))
  );
}

/** The keys of containers. */
export function keysOf(path: readonly Container[]): string[] {
  return path.map(({ key }) => key);
}

export function areSameLeaves(a: readonly Leaf[], b: readonly Leaf[]): boolean {
  return a.length === b.length && a.every((leaf, index) => isSameLeaf(leaf, b[index]));
}
