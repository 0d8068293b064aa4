import { blockId } from '../rich-text/block-ids.ts';
import { shownIn } from '../rich-text/pictures.ts';
import { nodeText } from '../rich-text/plain-text.ts';
import type { RichText, RichTextNode } from '../rich-text/rich-text.ts';
import { siteBlocksIn } from '../rich-text/site-block-attributes.ts';
import type { Item, ItemLanguage } from './item.ts';

/** Nodes whose children without words may be left out. */
const CONTAINERS = new Set(['bulletList', 'orderedList', 'listItem', 'blockquote', 'callout']);

/**
 * The body of a language as the public reads it: in a translation, blocks that are linked to the source and empty, or their
 * blank entries, wait for words and are left out.
 */
export function publicBody(
  { sourceLanguage }: Pick<Item, 'sourceLanguage'>,
  language: string,
  { body, links = {} }: Pick<ItemLanguage, 'body' | 'links'>,
): RichText {
  if (language === sourceLanguage) return body;
  const isLinked = (block: RichTextNode) => links[`block:${blockId(block)}`] !== undefined;
  return { ...body, content: body.content.flatMap((block) => (isLinked(block) ? written(block) : [block])) };
}

/** The node without its blank parts; nothing if it is blank itself. */
function written(node: RichTextNode): RichTextNode[] {
  if (node.type === 'horizontalRule') return [node];
  if (nodeText(node) === '' && shownIn(node).length === 0 && siteBlocksIn(node).length === 0) return [];
  if (!CONTAINERS.has(node.type)) return [node];
  return [{ ...node, content: (node.content ?? []).flatMap(written) }];
}
