import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseJson } from '#core/json/parse-json.ts';
import { normalizeAttributes } from '#core/rich-text/normalize-rich-text.ts';
import type { RichTextNode } from '#core/rich-text/rich-text.ts';
import { attributesOf, idOf } from './elements.ts';

type Element = DefaultTreeAdapterTypes.Element;

/**
 * A block of the site, whose members are JSON in attributes. Its contents repeat its words.
 * @param tell reports what a block cannot have
 */
export function readSiteBlock(node: Element, tell: (node: Element, message: string) => void): RichTextNode[] {
  const { 'data-site-block': kind, ...given } = attributesOf(node);
  const members = (name: string): unknown => {
    const json = given[`data-${name}`];
    if (json === undefined) return undefined;
    try {
      return parseJson(json);
    } catch {
      tell(node, `the ${name} of the block "${kind}" are left out: they are not JSON`);
      return undefined;
    }
  };
  const attrs = { ...idOf(node), kind, values: members('values'), words: members('words') };
  const isRight = normalizeAttributes('siteBlock', attrs) !== undefined;
  if (!isRight) tell(node, `the block "${kind}" is left out: that is not the key of a block`);
  return isRight ? [{ type: 'siteBlock', attrs }] : [];
}
