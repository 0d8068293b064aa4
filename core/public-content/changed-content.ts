import { createPublicationCard } from '../content/create-publication.ts';
import type { Publication, PublicationCard } from '../content/publication.ts';
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

/** A part of a public document that a page can do without. */
export interface ContentPart {
  itemId: string;
  /** The language of the document. */
  language: Locale;
  /** `field:{key}`, `body`, `cover`; `entry` is the whole item where it stands beside others. */
  part: string;
  /** When the document was published: a later one is another. */
  publishedAt: number;
}

/** What identifies a part. */
export function partKey({ itemId, language, part, publishedAt }: ContentPart): string {
  return `${language}:${itemId}:${publishedAt}:${part}`;
}

/** The parts of a document that has a page of its own. */
function partsOf(publication: Publication): ContentPart[] {
  const { itemId, language, publishedAt, fields, body, cover } = publication;
  const names = [
    ...Object.keys(fields).map((key) => `field:${key}`),
    ...(cover ? ['cover'] : []),
    ...(body.content.length > 0 ? ['body'] : []),
  ];
  return names.map((part) => ({ itemId, language, part, publishedAt }));
}

interface Omission {
  omits(part: ContentPart): boolean;
  /** Receives the parts of everything that is read, whether they are left out or not. */
  onRead?(parts: ContentPart[]): void;
}

/** The public content without some of its parts. */
export function contentWithout(content: PublishedContent, { omits, onRead }: Omission): PublishedContent {
  function page(publication: Publication): Publication {
    const parts = partsOf(publication);
    onRead?.(parts);
    const omitted = new Set(parts.filter(omits).map(({ part }) => part));
    if (omitted.size === 0) return publication;
    const { cover, fields, body, ...rest } = publication;
    return {
      ...rest,
      body: omitted.has('body') ? { ...body, content: [] } : body,
      fields: Object.fromEntries(Object.entries(fields).filter(([key]) => !omitted.has(`field:${key}`))),
      ...(cover && !omitted.has('cover') && { cover }),
    };
  }

  function entries<Entry extends Publication | PublicationCard>(all: readonly Entry[]): Entry[] {
    return all.filter((entry) => {
      const language = 'contentLanguage' in entry ? entry.contentLanguage : entry.language;
      const part = { itemId: entry.itemId, language, part: 'entry', publishedAt: entry.publishedAt };
      onRead?.([part]);
      return !omits(part);
    });
  }

  return {
    ...content,
    async resolve(locale, type, slug) {
      const found = await content.resolve(locale, type, slug);
      return 'publication' in found ? { ...found, publication: page(found.publication) } : found;
    },
    async list(locale, type, options) {
      const found = await content.list(locale, type, options);
      return { ...found, cards: entries(found.cards) };
    },
    async tagged(locale, tag, options) {
      const found = await content.tagged(locale, tag, options);
      return { ...found, cards: entries(found.cards) };
    },
    related: async (locale, publication, limit) => entries(await content.related(locale, publication, limit)),
    all: async (locale, type) => entries(await content.all(locale, type)),
    cards: async (locale, itemIds) => entries(await content.cards(locale, itemIds)),
  };
}
