import { linkTargetProblem } from './link-target.ts';
import { NODE_RULES } from './node-rules.ts';
import type { RichTextMark, RichTextNode } from './rich-text.ts';

/** Something invalid in a rich text. `path` leads from the document to it. */
export interface RichTextProblem {
  path: (string | number)[];
  message: string;
  /** Whether it concerns the address of a link. */
  isLink?: true;
}

/** Maximum nesting of nodes. A list in a list in a callout takes six. */
export const MAX_NODE_DEPTH = 24;

/** Marks without attributes; the only other one is `link`. */
export const PLAIN_MARKS: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'strike',
  'code',
  'subscript',
  'superscript',
]);

/** All problems of a value that should be a rich text. Missing block ids are allowed. */
export function richTextProblems(value: unknown): RichTextProblem[] {
  const problems: RichTextProblem[] = [];
  if (!isNode(value) || value.type !== 'doc' || !Array.isArray(value.content)) {
    return [{ path: [], message: 'a rich text is {"type": "doc", "content": […]}' }];
  }
  checkNode(value, [], 0, problems);
  return problems;
}

function checkNode(node: RichTextNode, path: (string | number)[], depth: number, problems: RichTextProblem[]): void {
  const report = (message: string, ...at: (string | number)[]) => problems.push({ path: [...path, ...at], message });
  const rule = Object.hasOwn(NODE_RULES, node.type) ? NODE_RULES[node.type] : undefined;
  if (!rule) return void report(`there is no node "${String(node.type)}"`);
  if (depth > MAX_NODE_DEPTH) return void report(`nodes are nested more than ${MAX_NODE_DEPTH} deep`);
  for (const key of Object.keys(node)) {
    if (!['type', 'attrs', 'content', 'marks', 'text'].includes(key)) report(`a node has no member "${key}"`, key);
  }
  if (node.type === 'text') {
    if (typeof node.text !== 'string' || node.text === '') report('a text node needs text');
  } else if (node.text !== undefined) {
    report(`a ${node.type} has no text of its own`, 'text');
  }
  checkAttributes(node, rule.attributes ?? {}, report);
  if (node.marks !== undefined) {
    checkMarks(node, report, (message, index) =>
      problems.push({ path: [...path, 'marks', index], message, isLink: true }),
    );
  }

  const children: unknown = node.content ?? [];
  if (!Array.isArray(children)) return void report('content must be a list', 'content');
  if (rule.needsChild && children.length === 0) report(`a ${node.type} may not be empty`);
  children.forEach((child: unknown, index) => {
    const at = [...path, 'content', index];
    if (!isNode(child)) {
      problems.push({ path: at, message: 'a node is {"type": …}' });
    } else if (Object.hasOwn(NODE_RULES, child.type) && !rule.children?.includes(child.type)) {
      problems.push({ path: at, message: `a ${child.type} may not stand in a ${node.type}` });
    } else {
      checkNode(child, at, depth + 1, problems);
    }
  });
}

function checkAttributes(
  node: RichTextNode,
  rules: NonNullable<(typeof NODE_RULES)[string]['attributes']>,
  report: (message: string, ...at: (string | number)[]) => void,
): void {
  const attributes: unknown = node.attrs ?? {};
  if (!isRecord(attributes)) return void report('attrs must be an object', 'attrs');
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (name === 'id') {
      if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value))
        report('the id of a block is malformed', 'attrs', name);
    } else if (!rule) {
      report(`a ${node.type} has no attribute "${name}"`, 'attrs', name);
    } else if (!rule.test(value)) {
      report(`${name} must be ${rule.expected}`, 'attrs', name);
    }
  }
  for (const [name, rule] of Object.entries(rules)) {
    if (rule.required && (attributes[name] === undefined || attributes[name] === null)) {
      report(`a ${node.type} needs ${name}: ${rule.expected}`, 'attrs');
    }
  }
}

function checkMarks(
  node: RichTextNode,
  report: (message: string, ...at: (string | number)[]) => void,
  reportLink: (message: string, index: number) => void,
): void {
  if (!Array.isArray(node.marks)) return void report('marks must be a list', 'marks');
  if (node.type !== 'text' && node.type !== 'hardBreak' && node.marks.length > 0) {
    return void report(`a ${node.type} has no marks`, 'marks');
  }
  const seen = new Set<string>();
  for (const [index, mark] of (node.marks as RichTextMark[]).entries()) {
    if (!isRecord(mark) || typeof mark.type !== 'string') {
      report('a mark is {"type": …}', 'marks', index);
      continue;
    }
    if (seen.has(mark.type)) report(`the mark "${mark.type}" stands twice`, 'marks', index);
    seen.add(mark.type);
    if (mark.type === 'link') {
      const problem = linkTargetProblem(mark.attrs?.href);
      if (problem) reportLink(problem, index);
      for (const name of Object.keys(mark.attrs ?? {})) {
        if (name !== 'href') report(`a link has no attribute "${name}"`, 'marks', index);
      }
    } else if (!PLAIN_MARKS.has(mark.type)) {
      report(`there is no mark "${mark.type}"`, 'marks', index);
    }
  }
}

/** Whether a value has the type of a node. `checkNode` validates its members at run time, whatever their static types. */
function isNode(value: unknown): value is RichTextNode {
  return isRecord(value) && typeof value.type === 'string';
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
