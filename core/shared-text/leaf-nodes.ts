import { NODE_RULES } from '../rich-text/node-rules.ts';
import { normalizeAttributes, normalizeMarks } from '../rich-text/normalize-rich-text.ts';
import type { RichTextMark, RichTextNode } from '../rich-text/rich-text.ts';
import {
  type Attributes,
  type Container,
  type Format,
  HARD_BREAK,
  type Leaf,
  type Run,
  type SharedRegisters,
} from './shared-text.ts';

const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'codeBlock']);

/** Blocks without characters. */
const ATOMS = new Set(['image', 'file', 'horizontalRule', 'siteBlock']);

/** Whether a block has characters itself. */
export function isTextBlock(type: string): boolean {
  return TEXT_BLOCKS.has(type);
}

/** Whether a block contains no other blocks. */
export function isLeafType(type: unknown): type is string {
  return typeof type === 'string' && (isTextBlock(type) || ATOMS.has(type));
}

/** Whether a node contains blocks, or parts of a list or table. */
export function isContainerType(type: unknown): type is string {
  return typeof type === 'string' && Object.hasOwn(NODE_RULES, type) && NODE_RULES[type]?.needsChild === true;
}

/**
 * The normalized attributes of a node, with its id; those of a block of the site by member.
 * @param members names of the members that may be there: `values.url`
 * @returns `undefined` if a required one is missing
 */
export function readAttributes(
  type: string,
  read: (name: string) => unknown,
  members: () => Iterable<string> = () => [],
): Attributes | undefined {
  const names = ['id', ...Object.keys(NODE_RULES[type]?.attributes ?? {})];
  if (type === 'siteBlock') names.push(...members());
  const given = Object.fromEntries(names.map((name) => [name, read(name)]));
  const attrs = normalizeAttributes(type, joinMembers(type, given));
  return attrs && splitMembers(type, attrs);
}

/** Attributes of blocks of the site whose members are attributes of their own in a shared text. */
const GROUPS = ['values', 'words'];

/** `{values: {url}}` as `{'values.url'}`. */
function splitMembers(type: string, attrs: Attributes): Attributes {
  if (type !== 'siteBlock') return attrs;
  const entries = Object.entries(attrs).flatMap(([name, value]): [string, unknown][] =>
    GROUPS.includes(name)
      ? Object.entries(value as Attributes).map(([member, own]) => [`${name}.${member}`, own])
      : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** The reverse of `splitMembers`. */
function joinMembers(type: string, attrs: Attributes): Attributes {
  if (type !== 'siteBlock') return attrs;
  const groups = new Map<string, Attributes>();
  const others = Object.entries(attrs).filter(([name, value]) => {
    const [group = '', member] = name.split('.');
    if (member !== undefined && value !== null && value !== undefined) {
      groups.set(group, { ...groups.get(group), [member]: value });
    }
    return member === undefined && !GROUPS.includes(name);
  });
  return Object.fromEntries([...others, ...groups]);
}

const MEMBER = /^(.*):@((?:values|words)\.\w+)$/s;

/** The members of attributes in the registers, by block. Made when it is first needed: few texts have blocks of the site. */
export function createMemberIndex(registers: SharedRegisters): (key: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (key) => {
    if (!index) {
      index = new Map();
      for (const register of registers.keys()) {
        const [, block, member] = MEMBER.exec(register) ?? [];
        if (block === undefined || member === undefined) continue;
        const known = index.get(block);
        if (known) known.push(member);
        else index.set(block, [member]);
      }
    }
    return index.get(key) ?? [];
  };
}

/** The normalized marks of formatted characters. */
export function marksOf(format: Format = {}): RichTextMark[] {
  return normalizeMarks(
    Object.entries(format).flatMap(([type, attrs]) => (attrs === null || attrs === undefined ? [] : { type, attrs })),
  );
}

export function formatOf(marks: readonly RichTextMark[]): Format {
  return Object.fromEntries(marks.map(({ type, attrs }) => [type, attrs ?? true]));
}

/** The formatting that turns one list of marks into another; `undefined` if they are equal. */
export function formatChange(from: readonly RichTextMark[], to: readonly RichTextMark[]): Format | undefined {
  const present = formatOf(from);
  const wanted = formatOf(to);
  const change: Format = {};
  for (const name of Object.keys(present)) if (!Object.hasOwn(wanted, name)) change[name] = null;
  for (const [name, value] of Object.entries(wanted)) {
    if (JSON.stringify(present[name]) !== JSON.stringify(value)) change[name] = value;
  }
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Merges runs with equal marks; a hard break has none. */
export function mergeRuns(runs: Iterable<Run>, isCode: boolean): Run[] {
  const merged: Run[] = [];
  const add = (text: string, marks: RichTextMark[]) => {
    const last = merged.at(-1);
    if (text === '') return;
    if (last && JSON.stringify(last.marks) === JSON.stringify(marks)) last.text += text;
    else merged.push({ text, marks });
  };
  for (const { text, marks } of runs) {
    if (isCode) add(text, marks);
    else for (const part of text.split(/(\uFDD0)/)) add(part, part === HARD_BREAK ? [] : marks);
  }
  return merged;
}

/** The inline nodes of runs. */
export function nodesOfRuns(runs: readonly Run[], isCode: boolean): RichTextNode[] {
  const textNode = ({ text, marks }: Run): RichTextNode => ({
    type: 'text',
    ...(marks.length > 0 && { marks }),
    text: text.toWellFormed(),
  });
  if (isCode) return runs.map(textNode);
  return runs.flatMap(({ text, marks }) =>
    text.split(/(\uFDD0)/).flatMap((part): RichTextNode[] => {
      if (part === '') return [];
      return [part === HARD_BREAK ? { type: 'hardBreak' } : textNode({ text: part, marks })];
    }),
  );
}

/** The runs of inline nodes. */
export function runsOfNodes(nodes: readonly RichTextNode[], isCode: boolean): Run[] {
  return mergeRuns(
    nodes.flatMap(({ type, text, marks }): Run[] => {
      if (type === 'hardBreak') return [{ text: HARD_BREAK, marks: [] }];
      return typeof text === 'string' ? [{ text: text.toWellFormed(), marks: normalizeMarks(marks ?? []) }] : [];
    }),
    isCode,
  );
}

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
