import type { RichTextMark } from '../rich-text/rich-text.ts';

/** The formatting attributes of shared characters: `true` for a plain mark, its attributes for a link. */
export interface Format {
  [mark: string]: unknown;
}

/** The part of a Yjs text that a rich text uses. Every character and every embedded object has the length 1. */
export interface SharedSequence {
  readonly length: number;
  toDelta(): { insert?: unknown; attributes?: Format }[];
  insertEmbed(index: number, embed: object, format?: Format): void;
  /** Changes it at several places in one pass: each other method looks for its place from the start. */
  applyDelta(delta: SequenceChange[]): void;
}

/** A part of a change of a sequence, in the order of its places: characters that stay, come or go. */
export type SequenceChange =
  | { retain: number; attributes?: Format }
  | { insert: string | object; attributes: Format }
  | { delete: number };

/** The part of a Yjs map that a rich text uses: the last writer of a key wins. */
export interface SharedRegisters {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
  keys(): Iterable<string>;
}

/**
 * A rich text as a shared one (decision 32): the characters of all blocks in one sequence, and what is known about blocks in
 * registers.
 *
 * In the sequence, a marker `{block, type, attrs, path}` begins the characters of a leaf block: a paragraph, heading, code
 * block, picture, horizontal rule or block of the site. A slot `{slot}` is a place to which blocks were moved. The character `HARD_BREAK` is a
 * hard break. Formatting attributes are marks.
 *
 * The registers of a key, which is a leaf block's or a container's: `type`, `@name` for each attribute, and for each member of an
 * attribute of a block of the site (`@values.url`), so that two people can change two of them; of a leaf block also
 * `path` (its containers' keys from the outside in), `state` (`'removed'` or `{joined: key}`), `head` (begins a run, which is
 * moved as a whole) and `place` (the slot at which its run is).
 */
export interface SharedText {
  flow: SharedSequence;
  registers: SharedRegisters;
}

/** The shared types of a document. */
interface SharedTypes {
  getText(name: string): SharedSequence;
  getMap(name: string): SharedRegisters;
}

/** A rich text of a shared document. @param name `DRAFT_BODY` or the name of a field */
export function sharedTextIn(doc: SharedTypes, name: string): SharedText {
  return { flow: doc.getText(`${name}:text`), registers: doc.getMap(`${name}:blocks`) };
}

/** A hard break in the sequence: a noncharacter of Unicode, which no text contains. */
export const HARD_BREAK = '\uFDD0';

export interface Attributes {
  [name: string]: unknown;
}

/** A block that contains others: a list, its entry, a quote, a callout, a gallery, a table, a row or a cell. */
export interface Container {
  key: string;
  type: string;
  /** Normalized. `id` is the persistent id of a block of the document. */
  attrs: Attributes;
}

/** Characters with the same marks. */
export interface Run {
  text: string;
  marks: RichTextMark[];
}

/** A leaf block with its containers from the outside in. */
export interface Leaf extends Container {
  path: readonly Container[];
  text: string;
  runs: readonly Run[];
}

/** The registers of a key. */
export const REGISTER = {
  type: (key: string) => `${key}:type`,
  attribute: (key: string, name: string) => `${key}:@${name}`,
  path: (key: string) => `${key}:path`,
  state: (key: string) => `${key}:state`,
  head: (key: string) => `${key}:head`,
  place: (key: string) => `${key}:place`,
};

/** The state of a leaf block that somebody removed; it is shown only if it has characters that its remover had not seen. */
export const REMOVED = 'removed';

/** Writes the containers that have no registers yet. */
export function writeNewContainers(registers: SharedRegisters, path: readonly Container[]): void {
  for (const { key, type, attrs } of path) {
    if (registers.get(REGISTER.type(key)) !== undefined) continue;
    registers.set(REGISTER.type(key), type);
    for (const [name, value] of Object.entries(attrs)) registers.set(REGISTER.attribute(key, name), value);
  }
}
