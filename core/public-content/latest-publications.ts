import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { publicationCards, publications } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import type { Locale } from '../locales/locale.ts';
import type { Addressed } from '../site/content-paths.ts';

/** One publishing action: an item with the languages published together. */
export interface LatestPublication extends Addressed {
  /** The language of title and slug. */
  language: Locale;
  title: string;
  /** All languages of the action. */
  languages: Locale[];
  /** The byline, if any. */
  author?: string;
  /** Milliseconds since 1970. */
  publishedAt: number;
}

/**
 * Recent publications, newest first. @param language of the titles, if the action has it.
 * @throws {Forbidden}
 */
export async function latestPublications(
  store: DocumentStore,
  actor: Actor,
  { language, languages, limit }: { language: Locale; languages: readonly Locale[]; limit: number },
): Promise<LatestPublication[]> {
  requireMay(actor, 'published.read');
  const documents = await queryDocuments(store, publications, {
    orderBy: [{ field: 'publishedAt', direction: 'desc' }],
    limit: limit * languages.length,
  });
  // Of what was published at one moment, such as by an import, the limit may have cut off languages.
  const cutAt = documents.length < limit * languages.length ? undefined : documents.at(-1)?.data.publishedAt;
  const actions = Map.groupBy(documents, ({ data }) => `${data.itemId} ${data.publishedAt}`);
  const latest = [...actions.values()].slice(0, limit).map(async (action): Promise<LatestPublication[]> => {
    const [first] = action;
    if (!first) return [];
    const { itemId, author, publishedAt } = first.data;
    const texts: Text[] =
      publishedAt === cutAt
        ? (await ownCards(store, languages, itemId)).filter((card) => card.publishedAt === publishedAt)
        : action.map(({ data }) => data);
    const { type, slug, title, language: own } = texts.find((text) => text.language === language) ?? first.data;
    const published = new Set(texts.map((text) => text.language));
    return [
      {
        itemId,
        type,
        slug,
        title,
        language: own,
        languages: languages.filter((code) => published.has(code)),
        ...(author !== undefined && { author }),
        publishedAt,
      },
    ];
  });
  return (await Promise.all(latest)).flat();
}

type Text = Addressed & { language: Locale; title: string };

/** The cards of an item in the languages that it is published in. */
async function ownCards(store: DocumentStore, languages: readonly Locale[], itemId: string) {
  const cards = await getDocuments(
    store,
    languages.map((code) => publicationCards.at(code, itemId)),
  );
  return cards.flatMap((card) => (card && card.data.contentLanguage === card.data.language ? [card.data] : []));
}
