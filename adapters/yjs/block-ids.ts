import * as Y from 'yjs';
import { DRAFT_BODY } from '#core/drafts/draft-shape.ts';
import { assignBlockIds, blockId, deterministicBlockId } from '#core/rich-text/block-ids.ts';
import { readNode } from './read-rich-text.ts';

/** Whether a block of the body has no id or a duplicate one. */
export function lacksBlockIds(doc: Y.Doc): boolean {
  const ids = new Set<unknown>();
  for (const block of blocksOf(doc)) {
    const id: unknown = block.getAttribute('id');
    if (!isBlockId(id) || ids.has(id)) return true;
    ids.add(id);
  }
  return false;
}

/**
 * Assigns ids to blocks of a body without an id or with a duplicate one. Deterministic: equal contents get equal ids, so that
 * two servers that do it at once agree.
 */
export function writeBlockIds(doc: Y.Doc, seed: string): void {
  const blocks = blocksOf(doc);
  const nodes = blocks
    .flatMap((block) => readNode(block))
    .map((node) => (isBlockId(node.attrs?.id) ? node : { ...node, attrs: {} }));
  const { content } = assignBlockIds({ type: 'doc', content: nodes }, { seed, generate: deterministicBlockId });
  for (const [index, block] of blocks.entries()) {
    const node = content[index];
    const id = node && blockId(node);
    if (id !== undefined && block.getAttribute('id') !== id) block.setAttribute('id', id);
  }
}

function isBlockId(id: unknown): boolean {
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id);
}

function blocksOf(doc: Y.Doc): Y.XmlElement[] {
  return doc
    .getXmlFragment(DRAFT_BODY)
    .toArray()
    .filter((child) => child instanceof Y.XmlElement);
}
