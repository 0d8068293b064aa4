import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { HtmlParser } from '#core/rich-text/html-parser.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import { convertBlocks } from './convert-nodes.ts';

/** Reads HTML as browsers do, and keeps what a rich text can say. */
export const parseHtml: HtmlParser = (html) => {
  const fragment: DefaultTreeAdapterTypes.DocumentFragment = parseFragment(html);
  return normalizeRichText({ type: 'doc', content: convertBlocks(fragment, { marks: [], depth: 0, nesting: 0 }) });
};
