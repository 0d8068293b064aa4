import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import type { Publication } from '../content/publication.ts';
import type { Document, DocumentStore } from '../documents/document-store.ts';
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
  const documents = (await store.runQuery({
    collection: 'publications',
    orderBy: [{ field: 'publishedAt', direction: 'desc' }],
    limit: limit * languages.length,
  })) as unknown as Document<Publication>[];
  const acts = Map.groupBy(documents, ({ data }) => `${data.itemId} ${data.publishedAt}`);
  return [...acts.values()].slice(0, limit).flatMap((act) => {
    const shown = act.find(({ data }) => data.language === language) ?? act[0];
    if (!shown) return [];
    const { itemId, type, slug, title, author, publishedAt, language: own } = shown.data;
    const published = new Set(act.map(({ data }) => data.language));
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
