import * as Y from 'yjs';
import { contentHash } from '#core/documents/content-hash.ts';
import { sameContents } from '#core/documents/same-contents.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import type { RichText, RichTextMark, RichTextNode } from '#core/rich-text/rich-text.ts';
import { MAX_NODE_DEPTH } from '#core/rich-text/rich-text-problems.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { readRichText, writeRichText } from '#core/shared-text/write-rich-text.ts';
import { diffWords } from './diff-words.ts';

/** The rich texts that a draft contains in the former structure, a tree of XML elements, by the names of their shared types. */
export type OldTexts = ReadonlyMap<string, RichText>;

/** The register with the hash of the former structure that was taken into a text. */
const TAKEN = 'converted';

const EMPTY: RichText = { type: 'doc', content: [] };

/** Reads the rich texts in the former structure. */
export function readOldTexts(doc: Y.Doc, names: readonly string[]): OldTexts {
  const texts = new Map<string, RichText>();
  for (const name of names) {
    const fragment = doc.getXmlFragment(name);
    if (fragment.length > 0) texts.set(name, readFragment(fragment));
  }
  return texts;
}

/** Whether everything in the former structure was taken into the texts. */
export function hasTakenOldTexts(doc: Y.Doc, texts: OldTexts): boolean {
  return [...texts].every(([name, text]) => sharedTextIn(doc, name).registers.get(TAKEN) === contentHash(text));
}

/** The update that takes texts of the former structure into an empty draft. Deterministic: two servers write the same one. */
export function convertOldTexts(texts: OldTexts): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = Number.parseInt(contentHash([...texts]).slice(-8), 36) % 2 ** 32;
  doc.transact(() => takeOldTexts(doc, new Map(), texts));
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

/** Takes what an editor of the former structure changed into the texts, beside what was written there meanwhile. */
export function takeOldTexts(doc: Y.Doc, before: OldTexts, after: OldTexts): void {
  for (const [name, text] of after) {
    const shared = sharedTextIn(doc, name);
    const base = before.get(name) ?? EMPTY;
    if (!sameContents(base, text)) {
      const present = readRichText(shared);
      writeRichText(shared, sameContents(base, present) ? text : merge(base, present, text), diffWords);
    }
    shared.registers.set(TAKEN, contentHash(text));
  }
}

/** The result of two concurrent changes of a rich text. */
function merge(base: RichText, ...versions: RichText[]): RichText {
  const write = (doc: Y.Doc, text: RichText) =>
    doc.transact(() => writeRichText(sharedTextIn(doc, ''), text, diffWords));
  const merged = new Y.Doc();
  write(merged, base);
  const start = Y.encodeStateAsUpdate(merged);
  for (const version of versions) {
    const copy = new Y.Doc();
    Y.applyUpdate(copy, start);
    write(copy, version);
    Y.applyUpdate(merged, Y.encodeStateAsUpdate(copy));
    copy.destroy();
  }
  const text = readRichText(sharedTextIn(merged, ''));
  merged.destroy();
  return text;
}

function readFragment(fragment: Y.XmlFragment): RichText {
  return normalizeRichText({ type: 'doc', content: fragment.toArray().flatMap((node) => readNode(node)) });
}

/** One node; a text becomes one node per run. Nodes nested too deeply are dropped. */
function readNode(node: unknown, depth = 1): RichTextNode[] {
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

/** The former editor appended a hash to the names of marks that may overlap. */
function readMarks(attributes: { [name: string]: unknown }): RichTextMark[] {
  return Object.entries(attributes).flatMap(([name, attrs]) =>
    attrs === null ? [] : { type: name.replace(/--[\w+/=]{8}$/, ''), attrs: attrs as { [name: string]: unknown } },
  );
}
