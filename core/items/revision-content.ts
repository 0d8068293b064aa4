import { bylinesOf } from '../content/create-publication.ts';
import type { FieldValues } from '../content/item.ts';
import type { Revision } from '../content/publication.ts';
import type { SavedVersion, SavedVersionLanguage } from '../content/saved-version.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** The shared part of a saved version or publication. */
export type SharedContent = Pick<SavedVersion, 'author' | 'tags' | 'cover' | 'fields'>;

/** The localized part of a revision, as in a saved version. */
export function languageOf(config: SiteConfig, revision: Revision): SavedVersionLanguage {
  const { author: _, ...content } = revision;
  const { cover } = revision;
  const { own } = bylinesOf(revision);
  return {
    ...content,
    fields: fieldsIn(config, revision, true),
    ...(cover && { coverAlt: cover.alt }),
    ...(own !== undefined && { author: own }),
  };
}

/** The shared part of the latest of the revisions. */
export function sharedOf(config: SiteConfig, revisions: readonly Revision[]): SharedContent | undefined {
  const [latest] = revisions.toSorted((a, b) => b.publishedAt - a.publishedAt);
  if (!latest) return undefined;
  const { tags, cover } = latest;
  const { shared: author = '' } = bylinesOf(latest);
  return { author, tags, ...(cover && { cover: { media: cover.media } }), fields: fieldsIn(config, latest, false) };
}

function fieldsIn(config: SiteConfig, { type: typeKey, fields }: Revision, localized: boolean): FieldValues {
  const type = config.contentTypes.find(({ key }) => key === typeKey);
  const wanted = new Set(type?.fields.filter((field) => field.localized === localized).map(({ key }) => key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => wanted.has(key)));
}
