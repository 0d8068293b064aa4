import type { FieldValues } from '../content/item.ts';
import type { Revision } from '../content/publication.ts';
import type { Version, VersionLanguage } from '../content/version.ts';
import type { SiteConfig } from '../site/site-config.ts';

/** What languages share, of a version or as a publication had it. */
export type SharedContent = Pick<Version, 'author' | 'tags' | 'cover' | 'fields'>;

/** What is a language's own of a revision, as a version keeps it. */
export function languageOf(config: SiteConfig, revision: Revision): VersionLanguage {
  const { cover } = revision;
  return { ...revision, fields: fieldsIn(config, revision, true), ...(cover && { coverAlt: cover.alt }) };
}

/** What the latest of revisions shared with other languages. */
export function sharedOf(config: SiteConfig, revisions: readonly Revision[]): SharedContent | undefined {
  const [latest] = revisions.toSorted((a, b) => b.publishedAt - a.publishedAt);
  if (!latest) return undefined;
  const { author = '', tags, cover } = latest;
  return { author, tags, ...(cover && { cover: { media: cover.media } }), fields: fieldsIn(config, latest, false) };
}

function fieldsIn(config: SiteConfig, { type: typeKey, fields }: Revision, localized: boolean): FieldValues {
  const type = config.contentTypes.find(({ key }) => key === typeKey);
  const wanted = new Set(type?.fields.filter((field) => field.localized === localized).map(({ key }) => key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => wanted.has(key)));
}
