import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { normalizeRichText } from '../rich-text/normalize-rich-text.ts';
import type { RichText, RichTextNode } from '../rich-text/rich-text.ts';
import { convertBlocks, DROPPED, type HtmlOptions, type Surroundings } from './convert-nodes.ts';

/** Something in an HTML text that a rich text cannot have, and what became of it. `line` starts at 1. */
export interface HtmlLoss {
  line: number;
  message: string;
  /** Whether it has become something equal. */
  isKept?: boolean;
  /** What is left out, as it was written: a tag, or an element with its contents; for `withLines`. */
  markup?: string;
}

/** `problem` is a sentence in English; `lost` is missing if nothing was. */
export type HtmlResult = { ok: true; richText: RichText; lost?: HtmlLoss[] } | { ok: false; problem: string };

/** Maximum elements per text. Parsers reopen misnested formatting elements, so that some kilobytes can produce millions. */
const MAX_ELEMENTS = 20_000;

/** Maximum losses reported. */
const MAX_LOSSES = 100;

class TooManyElements extends Error {}

/**
 * Parses HTML as browsers do. Accepts any text, except for one built to exhaust the parser, and keeps what a rich text can
 * represent: unknown elements are replaced by their contents; scripts and styles are removed. `lost` tells the first 100 of these.
 * Blocks have the ids that `writeHtml` wrote, or none, and `attrs.translates` from `data-translates`
 * (`core/translation/translates.ts`), `null` if empty.
 */
export function parseHtml(html: string, options: HtmlOptions = {}): HtmlResult {
  let fragment: DefaultTreeAdapterTypes.DocumentFragment;
  try {
    fragment = parseFragment(html, { treeAdapter: createCountingAdapter(), sourceCodeLocationInfo: true });
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { ok: false, problem: `It has more than ${MAX_ELEMENTS} elements.` };
  }
  const lost: HtmlLoss[] = [];
  const tell: Surroundings['tell'] = ({ sourceCodeLocation: place, tagName }, message, isKept) => {
    if (lost.length === MAX_LOSSES) return;
    const end = DROPPED.has(tagName) ? place?.endOffset : (place?.startTag ?? place)?.endOffset;
    const markup = options.withLines && !isKept ? html.slice(place?.startOffset ?? 0, end ?? 0) : undefined;
    lost.push({ line: place?.startLine ?? 1, message, ...(isKept && { isKept }), ...(markup && { markup }) });
  };
  const standIns = createStandIns();
  const content = convertBlocks(fragment, { marks: [], depth: 0, nesting: 0, options, standIn: standIns.take, tell });
  const richText = normalizeRichText({ type: 'doc', content }, ['translates', 'line']);
  return { ok: true, richText: standIns.replace(richText), ...(lost.length > 0 && { lost }) };
}

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

/** Media ids that stand for files while a text is converted: only pictures of the site outlast `normalizeRichText`. */
function createStandIns() {
  const ids = new Map<string, string>();
  const replaced = (node: RichTextNode): RichTextNode => {
    const { media, ...attrs } = node.attrs ?? {};
    const file = node.type === 'image' ? [...ids].find(([, id]) => id === media)?.[0] : undefined;
    if (file !== undefined) return { ...node, attrs: { ...attrs, file } };
    return node.content ? { ...node, content: node.content.map(replaced) } : node;
  };
  return {
    take(file: string): string {
      const id = ids.get(file) ?? ids.size.toString(16).padStart(32, '0');
      ids.set(file, id);
      return id;
    },
    replace: (text: RichText): RichText => (ids.size === 0 ? text : (replaced(text) as RichText)),
  };
}
