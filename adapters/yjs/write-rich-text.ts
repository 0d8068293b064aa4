import * as Y from 'yjs';
import { sameContents } from '#core/documents/same-contents.ts';
import { normalizeRichText, normalizeRichTextNode } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { createRuns, writeRuns } from './inline-runs.ts';
import { matchParts, type Part } from './match-parts.ts';
import { readNode, readRichText } from './read-rich-text.ts';

type Parent = Y.XmlFragment | Y.XmlElement;
type Child = Y.XmlElement | Y.XmlText;

/**
 * Changes a shared rich text where it differs. Blocks are matched by id, else by equal contents; those that keep their position
 * are changed in place, so that concurrent typing in them is kept.
 */
export function writeRichText(fragment: Y.XmlFragment, richText: RichText): void {
  const { content } = normalizeRichText(richText);
  if (!sameContents(readRichText(fragment).content, content)) writeChildren(fragment, content);
}

function writeChildren(parent: Parent, nodes: RichTextNode[]): void {
  const parts = partsOf(nodes);
  const children = parent.toArray() as Child[];
  const present = children.map(readPart);
  const matches = matchParts(present, parts);
  // Backwards, so that each index is valid when it is used.
  let place = children.length;
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] as Part;
    const match = matches[index];
    if (match === undefined) {
      parent.insert(place, [createPart(part)]);
      continue;
    }
    if (match < place - 1) parent.delete(match + 1, place - 1 - match);
    if (!sameContents(present[match], part)) writePart(children[match] as Child, present[match] as Part, part);
    place = match;
  }
  if (place > 0) parent.delete(0, place);
}

function partsOf(nodes: RichTextNode[]): Part[] {
  const parts: Part[] = [];
  for (const node of nodes) {
    const last = parts.at(-1);
    if (node.type !== 'text') parts.push({ node });
    else if (last && 'runs' in last) last.runs.push(node);
    else parts.push({ runs: [node] });
  }
  return parts;
}

/** The normalized present child; `undefined` if nothing of it is valid. */
function readPart(child: Child): Part | undefined {
  if (child instanceof Y.XmlText) {
    return { runs: normalizeRichTextNode({ type: 'paragraph', content: readNode(child) })?.content ?? [] };
  }
  const [read] = readNode(child);
  const node = read && normalizeRichTextNode(read);
  return node && { node };
}

function writePart(child: Child, present: Part, part: Part): void {
  if ('runs' in part) {
    writeRuns(child as Y.XmlText, part.runs);
    return;
  }
  const element = child as Y.XmlElement;
  const attrs = part.node.attrs ?? {};
  const presentAttrs = ('node' in present && present.node.attrs) || {};
  // An attribute with a default value, as the editor writes it, is kept.
  for (const name of Object.keys(presentAttrs)) if (attrs[name] === undefined) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attrs)) {
    if (presentAttrs[name] !== value) element.setAttribute(name, value as string);
  }
  writeChildren(element, part.node.content ?? []);
}

function createPart(part: Part): Child {
  if ('runs' in part) return createRuns(part.runs);
  const { type, attrs = {}, content = [] } = part.node;
  const element = new Y.XmlElement(type);
  for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, value as string);
  element.insert(0, partsOf(content).map(createPart));
  return element;
}
