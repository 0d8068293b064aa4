import type * as Y from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import { readLeaves } from '#core/shared-text/read-leaves.ts';
import { sharedTextIn } from '#core/shared-text/shared-text.ts';
import { readRichText, writeRichText } from '#core/shared-text/write-rich-text.ts';

/** Inserts characters into a leaf block of a draft's body, as somebody who types. @param offset negative counts from its end */
export function typeInBody(doc: Y.Doc, block: number, offset: number, text: string): void {
  const shared = sharedTextIn(doc, DRAFT_BODY);
  const leaf = readLeaves(shared).leaves[block];
  const [first] = leaf?.segments ?? [];
  if (!leaf || !first) throw new Error(`There is no block ${block}`);
  let rest = offset < 0 ? leaf.text.length + 1 + offset : offset;
  let at = first.start;
  for (const piece of leaf.pieces) {
    if (rest <= 0) break;
    at = piece.at + Math.min(rest, piece.text.length);
    rest -= piece.text.length;
  }
  shared.flow.applyDelta([{ retain: at }, { insert: text, attributes: {} }]);
}

/** The characters of each leaf block of a draft's body. */
export function bodyTexts(doc: Y.Doc): string[] {
  return readLeaves(sharedTextIn(doc, DRAFT_BODY)).leaves.map(({ text }) => text);
}

export function readBody(doc: Y.Doc): RichText {
  return readRichText(sharedTextIn(doc, DRAFT_BODY));
}

export function writeBody(doc: Y.Doc, text: RichText): void {
  doc.transact(() => writeRichText(sharedTextIn(doc, DRAFT_BODY), text));
}
