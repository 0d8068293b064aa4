import { linkTargetProblem } from './link-target.ts';
import { CALLOUT_KINDS, NODE_RULES, type NodeRule } from './node-rules.ts';
import type { RichText, RichTextMark, RichTextNode } from './rich-text.ts';
import { MAX_NODE_DEPTH } from './rich-text-problems.ts';

/** The order of the marks of a text, so that equal texts have equal JSON. */
const MARKS = ['link', 'bold', 'italic', 'strike', 'code', 'subscript', 'superscript'];

/** Default values of attributes, equal to missing ones. */
const DEFAULTS: { [type: string]: { [name: string]: unknown } } = {
  orderedList: { start: 1 },
  tableHeader: { colspan: 1, rowspan: 1 },
  tableCell: { colspan: 1, rowspan: 1 },
  image: { width: 'text' },
};

/** Values for missing required attributes. A node with a missing attribute that is not listed here is dropped. */
const SUBSTITUTES: { [type: string]: { [name: string]: unknown } } = {
  heading: { level: 2 },
  callout: { kind: CALLOUT_KINDS[0] },
};

/**
 * Normalizes a value to a valid rich text: known nodes where they are allowed, known attributes other than defaults, marks in a
 * fixed order, adjacent texts merged. Equal texts become equal, and `richTextProblems` finds nothing in the result. Concurrent
 * edits can produce structures that no single editor would; saving must not fail for them.
 * @param kept names of further attributes that blocks keep, unless they are undefined
 */
export function normalizeRichText(value: unknown, kept: readonly string[] = []): RichText {
  const content = isRecord(value) && Array.isArray(value.content) ? value.content : [];
  return { type: 'doc', content: normalizeChildren(content, NODE_RULES.doc as NodeRule, 1, kept) };
}

/** The same for one node. @returns `undefined` if nothing of it is valid. */
export function normalizeRichTextNode(value: RichTextNode): RichTextNode | undefined {
  return Object.hasOwn(NODE_RULES, value.type) ? normalizeNode({ ...value }, 1) : undefined;
}

function normalizeChildren(
  values: unknown[],
  rule: NodeRule,
  depth: number,
  kept: readonly string[] = [],
): RichTextNode[] {
  if (depth > MAX_NODE_DEPTH) return [];
  const nodes: RichTextNode[] = [];
  let stray: unknown[] = [];
  const wrapStray = () => {
    if (stray.length === 0) return;
    const wrapped = normalizeNode({ type: 'paragraph', content: stray }, depth);
    if (wrapped?.content) nodes.push(wrapped);
    stray = [];
  };
  for (const value of values) {
    const type = isRecord(value) ? String(value.type) : '';
    if (rule.children?.includes(type)) {
      wrapStray();
      const node = normalizeNode(value as { [name: string]: unknown }, depth, kept);
      if (node) addNode(nodes, node);
    } else if (NODE_RULES.paragraph?.children?.includes(type) && rule.children?.includes('paragraph')) {
      stray.push(value);
    }
  }
  wrapStray();
  return nodes;
}

/** Merges adjacent texts with the same marks. */
function addNode(nodes: RichTextNode[], node: RichTextNode): void {
  const last = nodes.at(-1);
  if (node.type === 'text' && last?.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(node.marks)) {
    last.text = `${last.text}${node.text}`;
  } else {
    nodes.push(node);
  }
}

function normalizeNode(
  value: { [name: string]: unknown },
  depth: number,
  kept: readonly string[] = [],
): RichTextNode | undefined {
  const type = String(value.type);
  const rule = NODE_RULES[type] as NodeRule;
  if (type === 'text') return normalizeText(value);
  const given = isRecord(value.attrs) ? value.attrs : {};
  const attrs = normalizeAttributes(type, given);
  if (!attrs) return undefined;
  for (const name of kept) if (given[name] !== undefined) attrs[name] = given[name];
  const content = normalizeChildren(Array.isArray(value.content) ? value.content : [], rule, depth + 1);
  if (rule.needsChild && content.length === 0) {
    if (!rule.children?.includes('paragraph') || depth >= MAX_NODE_DEPTH) return undefined;
    content.push({ type: 'paragraph' });
  }
  return {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
  };
}

function normalizeText(value: { [name: string]: unknown }): RichTextNode | undefined {
  if (typeof value.text !== 'string' || value.text === '') return undefined;
  const marks = normalizeMarks(Array.isArray(value.marks) ? value.marks : []);
  return { type: 'text', ...(marks.length > 0 && { marks }), text: value.text.toWellFormed() };
}

/** The allowed ones of some marks, in a fixed order. */
export function normalizeMarks(values: readonly unknown[]): RichTextMark[] {
  const marks = new Map<string, RichTextMark>();
  for (const value of values) {
    if (!isRecord(value) || typeof value.type !== 'string' || !MARKS.includes(value.type)) continue;
    if (value.type !== 'link') {
      marks.set(value.type, { type: value.type });
      continue;
    }
    const href = isRecord(value.attrs) ? value.attrs.href : undefined;
    if (linkTargetProblem(href) === undefined) marks.set('link', { type: 'link', attrs: { href } });
  }
  return MARKS.flatMap((type) => marks.get(type) ?? []);
}

/** The allowed attributes of a node, without defaults. @returns `undefined` for a node without a required attribute. */
export function normalizeAttributes(
  type: string,
  values: { [name: string]: unknown },
): { [name: string]: unknown } | undefined {
  const attrs: { [name: string]: unknown } = {};
  if (typeof values.id === 'string' && /^[\w-]{1,64}$/.test(values.id)) attrs.id = values.id;
  for (const [name, { required, test, repair }] of Object.entries(NODE_RULES[type]?.attributes ?? {})) {
    const stored = typeof values[name] === 'string' ? values[name].toWellFormed() : values[name];
    const value = repair ? repair(stored) : stored;
    const given = value !== null && value !== undefined && test(value) ? value : SUBSTITUTES[type]?.[name];
    if (given === undefined && required) return undefined;
    if (given !== undefined && given !== DEFAULTS[type]?.[name]) attrs[name] = given;
  }
  return attrs;
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
