import * as Y from 'yjs';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextMark, RichTextNode } from '#core/rich-text/rich-text.ts';

/** A shared rich text, as the editor's binding lays it out, in our normal form. */
export function readRichText(fragment: Y.XmlFragment): RichText {
  return normalizeRichText({ type: 'doc', content: fragment.toArray().flatMap(readNode) });
}

/** One node of a shared rich text: a text is as many as its runs. */
export function readNode(node: unknown): RichTextNode[] {
  if (node instanceof Y.XmlText) return readRuns(node);
  if (!(node instanceof Y.XmlElement)) return [];
  return [{ type: node.nodeName, attrs: node.getAttributes(), content: node.toArray().flatMap(readNode) }];
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

/** The binding adds a hash to the name of a mark that may stand several times. */
function readMarks(attributes: { [name: string]: unknown }): RichTextMark[] {
  return Object.entries(attributes).flatMap(([name, attrs]) =>
    attrs === null ? [] : { type: name.replace(/--[\w+/=]{8}$/, ''), attrs: attrs as { [name: string]: unknown } },
  );
}
