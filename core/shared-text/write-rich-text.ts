import { contentHash } from '../documents/content-hash.ts';
import { assignBlockIds, blockId, deterministicBlockId, matchBlocks } from '../rich-text/block-ids.ts';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import type { RichText, RichTextNode } from '../rich-text/rich-text.ts';
import { blocksOfLeaves, leavesOfNode, nodeOfBlock, nodesOfLeaves } from './leaf-nodes.ts';
import { type PlacedLeaf, readLeaves } from './read-leaves.ts';
import type { Leaf, SharedText } from './shared-text.ts';
import { writeLeaves } from './write-leaves.ts';

/** Reads a shared text as a rich text, normalized. Every block has an id, none twice. */
export function readRichText(shared: SharedText): RichText {
  return normalizeRichText({ type: 'doc', content: nodesOfLeaves(readLeaves(shared).leaves) });
}

/**
 * Changes a shared text where it differs from a rich text. Blocks are matched by id, else by contents; what they share stays, so
 * that concurrent typing in it is kept. Deterministic: equal changes of equal texts are equal.
 */
export function writeRichText(shared: SharedText, richText: RichText): void {
  const { leaves } = readLeaves(shared);
  const wanted = assignBlockIds(normalizeRichText(richText), {
    seed: '',
    generate: deterministicBlockId,
    previous: { type: 'doc', content: nodesOfLeaves(leaves).map(withoutKeys) },
  });
  const seed = contentHash([leaves.map(({ key }) => key), wanted]);
  let count = 0;
  const newId = () => contentHash([seed, count++]).slice(-12);
  writeLeaves(shared, giveKeys(wanted.content, leaves, newId), { newId });
}

/** The leaf blocks of a rich text, with the keys of the present ones that match. */
function giveKeys(content: readonly RichTextNode[], present: readonly PlacedLeaf[], newId: () => string): Leaf[] {
  const former = blocksOfLeaves(present).map((leaves) => ({ leaves, node: withoutKeys(nodeOfBlock(leaves)) }));
  const formerIds = new Set(former.map(({ node }) => blockId(node)));
  const matches = matchBlocks(
    former.map(({ node }) => matchedBlock(node, true)),
    content.map((node) => matchedBlock(node, formerIds.has(blockId(node)))),
  );
  const used = new Set<string>();
  return content.flatMap((node, index) => {
    const leaves = leavesOfNode(node, newId);
    return withFormerKeys(leaves, former[matches.get(index) ?? -1]?.leaves ?? [], used);
  });
}

/** Gives leaf blocks and their containers the keys of those that match in a former version of their block. */
function withFormerKeys(leaves: Leaf[], former: readonly PlacedLeaf[], used: Set<string>): Leaf[] {
  const asBlock = ({ key: _, path: __, ...leaf }: Leaf) => ({
    kind: leaf.type,
    text: leaf.text,
    hash: contentHash([leaf.type, leaf.attrs, leaf.runs]),
  });
  const pick = (leaf: Leaf): Leaf => ({ ...leaf, attrs: { ...leaf.attrs, id: undefined } });
  const matches = matchBlocks(
    former.map((leaf) => asBlock(pick(leaf))),
    leaves.map((leaf) => asBlock(pick(leaf))),
  );
  const keys = new Map<string, string>();
  for (const [index, leaf] of leaves.entries()) {
    const match = former[matches.get(index) ?? -1];
    if (!match) continue;
    take(leaf.key, match.key);
    for (const [depth, container] of leaf.path.entries()) {
      const formerContainer = match.path[depth];
      if (formerContainer?.type !== container.type) break;
      if (!keys.has(container.key)) take(container.key, formerContainer.key);
    }
  }
  const keyOf = (key: string) => keys.get(key) ?? key;
  return leaves.map((leaf) => ({
    ...leaf,
    key: keyOf(leaf.key),
    path: leaf.path.map((container) => ({ ...container, key: keyOf(container.key) })),
  }));

  function take(key: string, formerKey: string): void {
    if (used.has(formerKey)) return;
    used.add(formerKey);
    keys.set(key, formerKey);
  }
}

function matchedBlock(node: RichTextNode, hasKnownId: boolean) {
  return {
    kind: node.type,
    text: textOf(node),
    hash: contentHash({ ...node, attrs: { ...node.attrs, id: undefined } }),
    ...(hasKnownId && { id: blockId(node) }),
  };
}

function textOf({ text = '', content = [] }: RichTextNode): string {
  return text + content.map(textOf).join(' ');
}

function withoutKeys({ attrs, content, ...node }: RichTextNode): RichTextNode {
  const { key: _, ...own } = attrs ?? {};
  return {
    ...node,
    ...(Object.keys(own).length > 0 && { attrs: own }),
    ...(content && { content: content.map(withoutKeys) }),
  };
}
