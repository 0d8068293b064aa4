import * as Y from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { assignBlockIds, blockId, deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { readNode } from './read-rich-text.ts';

/**
 * Gives every block of a body that has no id, or one that stands before it already, its own. The same contents get the
 * same ids, so that two servers that do it at once agree.
 */
export function writeBlockIds(doc: Y.Doc, seed: string): void {
  const blocks = doc
    .getXmlFragment(DRAFT_BODY)
    .toArray()
    .filter((child) => child instanceof Y.XmlElement);
  const nodes = blocks.flatMap(readNode);
  const { content } = assignBlockIds({ type: 'doc', content: nodes }, { seed, generate: deterministicBlockId });
  for (const [index, block] of blocks.entries()) {
    const node = content[index];
    const id = node && blockId(node);
    if (id !== undefined && block.getAttribute('id') !== id) block.setAttribute('id', id);
  }
}
