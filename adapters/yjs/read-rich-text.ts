import * as Y from 'yjs';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextMark, RichTextNode } from '#core/rich-text/rich-text.ts';
import { MAX_NODE_DEPTH } from '#core/rich-text/rich-text-problems.ts';

/** Reads a shared rich text of the editor's binding, normalized. */
export function readRichText(fragment: Y.XmlFragment): RichText {
  return normalizeRichText({ type: 'doc', content: fragment.toArray().flatMap((node) => readNode(node)) });
}

/** One node of a shared rich text; a text becomes one node per run. Nodes nested too deeply are dropped. */
export function readNode(node: unknown, depth = 1): RichTextNode[] {
  if (depth > MAX_NODE_DEPTH) return [];
  if (node instanceof Y.XmlText) return readRuns(node);
  if (!(node instanceof Y.XmlElement)) return [];
  const content = node.toArray().flatMap((child) => readNode(child, depth + 1));
  return [{ type: node.nodeName, attrs: node.getAttributes(), content }];
}

interface Run {
  insert?: unknown;
  attributes?: { [name: string]: unknown };
}

function readRuns(text: Y.XmlText): RichTextNode[] {
  return (text.toDelta() as Run[]).flatMap(({ insert, attributes }) =>
    typeof insert === 'string' ? { type: 'text', text: insert, marks: readMarks(attributes ?? {}) } : [],
  );
}

/** The binding appends a hash to the names of marks that may overlap. */
function readMarks(attributes: { [name: string]: unknown }): RichTextMark[] {
  return Object.entries(attributes).flatMap(([name, attrs]) =>
    attrs === null ? [] : { type: name.replace(/--[\w+/=]{8}$/, ''), attrs: attrs as { [name: string]: unknown } },
  );
}
