import { z } from 'zod';
import { count, mediaId, milliseconds, person } from '../content/schema-parts.ts';
import { defineCollection, type IndexField, type KeyedCollection } from '../documents/collection.ts';
import { sortKey } from '../item-cards/create-item-card.ts';
import type { Locale } from '../locales/locale.ts';
import { FILE_KINDS, type FileKind } from '../media/media-file.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { fileTextCounts, lacksAlt, type SiteFile } from './site-file.ts';

/** Sizes in megabytes that lists are filtered by. */
export const LARGER_THAN = [1, 5, 10] as const;

const schema = z.strictObject({
  id: mediaId,
  place: z.enum(['library', 'trash']),
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  /** Id of the media document with the current bytes. */
  media: mediaId,
  /** The same of the poster of a film. */
  poster: mediaId.exactOptional(),
  contentType: z.string(),
  bytes: count,
  tags: z.array(z.string()),
  uploadedAt: milliseconds,
  uploadedBy: person.exactOptional(),
  /** `uploadedBy.id`, for lists of who uploaded. */
  uploaderId: z.string().exactOptional(),
  trashedAt: milliseconds.exactOptional(),
  /** By language: the title, whether the alternative text is missing, and how many texts are missing or out of date. */
  languages: z.record(
    z.string(),
    z.strictObject({ title: z.string().exactOptional(), lacksAlt: z.boolean(), missing: count, stale: count }),
  ),
  /** Sort keys by language: the title, else the name. */
  names: z.record(z.string(), z.string()),
  /** Whether an item, in the trash or not, or something published uses it (`judge-file-use.ts`). */
  isUsed: z.boolean(),
  /** The languages in which something published hands it out; missing of a picture, and if there are none. */
  publicIn: z.array(z.string()).exactOptional(),
  /** Index keys for filters, as written by `fileFacets`. */
  facets: z.array(z.string()),
});

/** What lists show of a file, and the fields they query. Written in the same commit as the file. Stored as `file-cards/{id}`. */
export type FileCard = z.infer<typeof schema>;

/** What uses a file, as its card says it. */
export type FileUses = Pick<FileCard, 'isUsed' | 'publicIn'>;

/** The index key of a filter. */
export const fileFacet = {
  kind: (kind: FileKind) => `kind:${kind}`,
  used: (isUsed: boolean) => (isUsed ? 'used' : 'unused'),
  lacksAlt: (language: Locale) => `alt:${language}`,
  missing: (language: Locale) => `missing:${language}`,
  stale: (language: Locale) => `stale:${language}`,
  by: (accountId: string) => `by:${accountId}`,
  larger: (megabytes: number) => `larger:${megabytes}`,
  tag: (tag: string) => `tag:${tag}`,
};

/** `file-cards/{id}`. Each filter has an index for each order. */
export function fileCardsIn(languages: readonly Locale[]): KeyedCollection<FileCard> {
  const sorts: IndexField[] = [
    { field: 'uploadedAt', direction: 'desc' },
    { field: 'bytes', direction: 'desc' },
    ...languages.map((language) => ({ field: `names.${language}`, direction: 'asc' as const })),
  ];
  const place: IndexField = { field: 'place', direction: 'asc' };
  return defineCollection({
    name: 'file-cards',
    schema,
    indexes: [
      ...sorts.flatMap((sort): IndexField[][] => [
        [place, sort],
        [place, { field: 'facets', array: true }, sort],
      ]),
      [place, { field: 'uploaderId', direction: 'asc' }, { field: 'uploadedAt', direction: 'desc' }],
    ],
    policy: { read: 'private' },
    isDerived: true,
    feed: ['place'],
  });
}

/** `file-cards/{id}`, for reads and writes: the site's languages only affect the indexes. */
export const fileCards = fileCardsIn([]);

export function createFileCard(
  { locales }: Pick<SiteConfig, 'locales'>,
  file: SiteFile,
  { isUsed, publicIn }: FileUses,
): FileCard {
  const { id, kind, current, poster, tags, uploadedAt, uploadedBy, trashedAt } = file;
  const codes = locales.map(({ code }) => code);
  const languages = Object.fromEntries(
    codes.map((code) => {
      const { missing = 0, stale = 0 } = fileTextCounts(file, code) ?? {};
      const title = file.languages[code]?.title;
      return [code, { ...(title !== undefined && { title }), lacksAlt: lacksAlt(file, code), missing, stale }];
    }),
  );
  const sourceTitle = file.languages[file.sourceLanguage]?.title;
  const card = {
    id,
    place: trashedAt === undefined ? ('library' as const) : ('trash' as const),
    kind,
    name: current.name,
    media: current.media,
    ...(poster && { poster: poster.media }),
    contentType: current.contentType,
    bytes: current.bytes,
    tags,
    uploadedAt,
    ...(uploadedBy && { uploadedBy, uploaderId: uploadedBy.id }),
    ...(trashedAt !== undefined && { trashedAt }),
    languages,
    names: Object.fromEntries(
      codes.map((code) => [code, sortKey(languages[code]?.title ?? sourceTitle ?? current.name)]),
    ),
    isUsed,
    ...(publicIn && { publicIn }),
  };
  return { ...card, facets: facetsOf(card) };
}

function facetsOf({ kind, isUsed, uploaderId, bytes, tags, languages }: Omit<FileCard, 'facets'>): string[] {
  return [
    fileFacet.kind(kind),
    fileFacet.used(isUsed),
    ...(uploaderId === undefined ? [] : [fileFacet.by(uploaderId)]),
    ...LARGER_THAN.filter((megabytes) => bytes > megabytes * 1e6).map(fileFacet.larger),
    ...tags.map(fileFacet.tag),
    ...Object.entries(languages).flatMap(([code, { lacksAlt: lacks, missing, stale }]) => [
      ...(lacks ? [fileFacet.lacksAlt(code)] : []),
      ...(missing > 0 ? [fileFacet.missing(code)] : []),
      ...(stale > 0 ? [fileFacet.stale(code)] : []),
    ]),
  ];
}
