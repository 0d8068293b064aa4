import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { publications } from '../content/collections.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { queryDocuments } from '../documents/typed-documents.ts';
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
  const actions = Map.groupBy(documents, ({ data }) => `${data.itemId} ${data.publishedAt}`);
  return [...actions.values()].slice(0, limit).flatMap((action) => {
    const shown = action.find(({ data }) => data.language === language) ?? action[0];
    if (!shown) return [];
    const { itemId, type, slug, title, author, publishedAt, language: own } = shown.data;
    const published = new Set(action.map(({ data }) => data.language));
    return {
      itemId,
      type,
      slug,
      title,
      language: own,
      languages: languages.filter((code) => published.has(code)),
      ...(author !== undefined && { author }),
      publishedAt,
    };
  });
}
