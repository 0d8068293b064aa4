import { itemOfLink } from './link-target.ts';
import type { RichText, RichTextNode } from './rich-text.ts';
import { siteBlockReferences } from './site-block-attributes.ts';

/** The unique ids of the items that a text links to, in the order of the text. */
export function linkedItems(richText: RichText): string[] {
  const ids = new Set<string>();
  for (const href of linkTargets(richText)) {
    const id = itemOfLink(href);
    if (id) ids.add(id);
  }
  return [...ids];
}

/** The unique addresses that a node links to, in the order of the text. */
export function linkTargets(node: RichTextNode): string[] {
  const targets = new Set<string>();
  collect(node, targets);
  return [...targets];
}

function collect(node: RichTextNode, targets: Set<string>): void {
  for (const mark of node.marks ?? []) {
    const href = mark.attrs?.href;
    if (mark.type === 'link' && typeof href === 'string') targets.add(href);
  }
  if (node.type === 'siteBlock') for (const href of siteBlockReferences(node).links) targets.add(href);
  for (const child of node.content ?? []) collect(child, targets);
}
