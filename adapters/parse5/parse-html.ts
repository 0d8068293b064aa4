import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import type { HtmlLoss, HtmlParser } from '#core/rich-text/html-parser.ts';
import { normalizeRichText } from '#core/rich-text/normalize-rich-text.ts';
import { convertBlocks, type Surroundings } from './convert-nodes.ts';
import { createStandIns } from './stand-ins.ts';

/** Maximum elements per text. Parsers reopen misnested formatting elements, so that some kilobytes can produce millions. */
const MAX_ELEMENTS = 20_000;

/** Maximum losses reported. */
const MAX_LOSSES = 100;

class TooManyElements extends Error {}

/** Parses HTML as browsers do, and keeps what a rich text supports. */
export const parseHtml: HtmlParser = (html, options = {}) => {
  let fragment: DefaultTreeAdapterTypes.DocumentFragment;
  try {
    fragment = parseFragment(html, { treeAdapter: createCountingAdapter(), sourceCodeLocationInfo: true });
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { ok: false, problem: `It has more than ${MAX_ELEMENTS} elements.` };
  }
  const lost: HtmlLoss[] = [];
  const tell: Surroundings['tell'] = ({ sourceCodeLocation }, message) => {
    if (lost.length < MAX_LOSSES) lost.push({ line: sourceCodeLocation?.startLine ?? 1, message });
  };
  const standIns = createStandIns();
  const content = convertBlocks(fragment, { marks: [], depth: 0, nesting: 0, options, standIn: standIns.take, tell });
  const richText = normalizeRichText({ type: 'doc', content }, ['translates', 'line']);
  return { ok: true, richText: standIns.replace(richText), ...(lost.length > 0 && { lost }) };
};

function createCountingAdapter(): typeof defaultTreeAdapter {
  let count = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      count += 1;
      if (count > MAX_ELEMENTS) throw new TooManyElements();
      return defaultTreeAdapter.createElement(...parts);
    },
  };
}
