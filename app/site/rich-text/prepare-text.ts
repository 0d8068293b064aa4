import type { Locale } from '#core/locales/locale.ts';
import { type HeadingEntry, headingEntries } from '#core/rich-text/headings.ts';
import { itemOfLink } from '#core/rich-text/link-target.ts';
import { linkedItems } from '#core/rich-text/links.ts';
import { nodeText } from '#core/rich-text/plain-text.ts';
import type { RichText, RichTextNode } from '#core/rich-text/rich-text.ts';
import { itemPath } from '#core/site/content-paths.ts';
import type { PageServices } from '../../context/context.ts';
import type { PreparedText } from './rich-text-view.tsx';

/**
 * Adds anchors to a text's headings and names to its tables, and resolves its links to items to addresses in a language. A link to
 * an item that is not public there becomes plain text: an item's id may reveal the title of a draft, so it must not be in a page.
 */
export async function prepareText(
  { config, content }: PageServices,
  locale: Locale,
  richText: RichText,
): Promise<{ text: PreparedText; headings: HeadingEntry[] }> {
  const entries = headingEntries(richText);
  const ids = linkedItems(richText);
  const cards = ids.length > 0 ? await content.cards(locale, ids) : [];
  const paths = new Map(cards.map((card) => [card.itemId, itemPath(config, locale, card)]));
  return {
    text: {
      doc: {
        type: 'doc',
        content: richText.content.map((block) => {
          const { id: _, ...attrs } = block.attrs ?? {};
          const anchor = entries.get(block)?.anchor;
          return prepareNode({ ...block, attrs: anchor ? { ...attrs, anchor } : attrs }, paths);
        }),
      },
    },
    headings: [...entries.values()],
  };
}

function prepareNode<N extends RichTextNode>(node: N, paths: ReadonlyMap<string, string>): N {
  const marks = node.marks?.flatMap((mark) => {
    const id = itemOfLink(String(mark.attrs?.href ?? ''));
    if (mark.type !== 'link' || id === undefined) return mark;
    const href = paths.get(id);
    return href === undefined ? [] : { ...mark, attrs: { ...mark.attrs, href } };
  });
  const content = node.content?.map((child) => prepareNode(child, paths));
  const name = node.type === 'table' ? tableName(node) : '';
  return {
    ...node,
    ...(marks && { marks }),
    ...(content && { content }),
    ...(name && { attrs: { ...node.attrs, name } }),
  };
}

/** The name of a table for screen readers: its columns, from its first row with text. */
function tableName({ content = [] }: RichTextNode): string {
  const row = content.find((one) => nodeText(one) !== '');
  return (row?.content ?? []).map(nodeText).filter(Boolean).join(', ');
}
