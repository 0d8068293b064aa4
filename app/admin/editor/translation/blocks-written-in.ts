import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { type BlockWords, writtenBlocks } from '#core/translation/link-units.ts';
import { isFromShared } from '../shared-text/sync-meta.ts';

/** The mark of a transaction that copies words of the source, which nobody wrote as a translation. */
export const COPIES_SOURCE = 'copiesSource';

/**
 * The ids of the blocks that this person wrote in a transaction (`writtenBlocks`). None for changes of others, and for undo.
 * @param doc the document after it, with the changes that plugins appended
 */
export function blocksWrittenIn(transaction: Transaction, doc: Node): string[] {
  if (!transaction.docChanged || isFromShared(transaction) || transaction.getMeta(COPIES_SOURCE)) return [];
  const [before, after] = [transaction.before.content.content, doc.content.content];
  return writtenBlocks(changedFrom(before, after), changedFrom(after, before));
}

/** The blocks that are not in another state of the document. */
function changedFrom(blocks: readonly Node[], others: readonly Node[]): BlockWords[] {
  const same = new Set(others);
  return blocks.flatMap((block) => {
    const { id } = block.attrs as { id?: unknown };
    return typeof id === 'string' && !same.has(block) ? [{ id, words: wordsOf(block) }] : [];
  });
}

/** The text of a block, with its pictures and what its blocks of the site say. */
function wordsOf(block: Node): string {
  let others = '';
  const add = ({ type, attrs }: Node) => {
    if (type.name === 'image' || type.name === 'file') others += String(attrs.media);
    if (type.name === 'siteBlock') others += JSON.stringify([attrs.values, attrs.words]);
  };
  add(block);
  block.descendants(add);
  return block.textContent.trim() + others;
}
