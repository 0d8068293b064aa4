import { createPublicationCard } from '../content/create-publication.ts';
import type { Publication } from '../content/publication.ts';
import { compareInOrder } from '../content-types/manual-order.ts';
import type { Locale } from '../locales/locale.ts';
import type { PublishedContent } from './published-content.ts';

/**
 * The public content with one unpublished publication added: for previews. Lists are unchanged. Nothing is stored.
 * @param mediaFolder where its pictures are, if not at `/media`
 */
export function contentWithPreview(
  content: PublishedContent,
  draft: Publication,
  mediaFolder?: string,
): PublishedContent {
  const isDraft = (locale: Locale, type: string) => locale === draft.language && type === draft.type;

  async function alternates(itemId: string): Promise<{ [locale: Locale]: string }> {
    const published = await content.alternates(itemId);
    return itemId === draft.itemId ? { ...published, [draft.language]: draft.slug } : published;
  }

  return {
    ...content,
    ...(mediaFolder !== undefined && { mediaFolder }),
    alternates,

    async resolve(locale, type, slug) {
      if (!isDraft(locale, type) || slug !== draft.slug) return content.resolve(locale, type, slug);
      const [card] = await content.cards(locale, [draft.itemId]);
      const above = card?.above && { above: { [locale]: card.above } };
      return { kind: 'item', publication: draft, alternates: await alternates(draft.itemId), ...above };
    },

    async siteValues(locale, type) {
      return isDraft(locale, type) ? draft.fields : content.siteValues(locale, type);
    },

    async all(locale, type) {
      const published = await content.all(locale, type);
      if (!isDraft(locale, type)) return published;
      const others = published.filter(({ itemId }) => itemId !== draft.itemId);
      return [...others, draft].toSorted(compareInOrder);
    },

    async cards(locale, itemIds) {
      const cards = await content.cards(locale, itemIds);
      if (locale !== draft.language || !itemIds.includes(draft.itemId)) return cards;
      const byId = new Map(cards.map((card) => [card.itemId, card]));
      byId.set(draft.itemId, createPublicationCard(draft, locale));
      return itemIds.flatMap((id) => byId.get(id) ?? []);
    },
  };
}
