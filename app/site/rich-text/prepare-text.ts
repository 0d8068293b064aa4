import { itemPath } from '#core/content/content-paths.ts';
import type { Locale } from '#core/locales/locale.ts';
import { type HeadingEntry, headingEntries } from '#core/rich-text/headings.ts';
import { linkedItems } from '#core/rich-text/links.ts';
import type { RichText } from '#core/rich-text/rich-text.ts';
import type { PageServices } from '../../context.ts';
import type { PreparedText } from './rich-text-view.tsx';

/** Finds where a text's links lead in a language, and gives its headings their anchors. */
export async function prepareText(
  { config, content }: PageServices,
  locale: Locale,
  richText: RichText,
): Promise<{ text: PreparedText; headings: HeadingEntry[] }> {
  const entries = headingEntries(richText);
  const ids = linkedItems(richText);
  const cards = ids.length > 0 ? await content.cards(locale, ids) : [];
  return {
    text: {
      doc: {
        type: 'doc',
        content: richText.content.map((block) => {
          const { id: _, ...attrs } = block.attrs ?? {};
          const anchor = entries.get(block)?.anchor;
          return { ...block, attrs: anchor ? { ...attrs, anchor } : attrs };
        }),
      },
      items: Object.fromEntries(cards.map((card) => [card.itemId, itemPath(config, locale, card)])),
    },
    headings: [...entries.values()],
  };
}
