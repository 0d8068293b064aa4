import { z } from 'zod';
import { defineCollection, type IndexField, type KeyedCollection } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';
import type { IssueKind } from './card-issues.ts';
import type { LanguageState } from './item.ts';
import { reviewSchema, scheduleSchema, translationCountsSchema } from './item-schema.ts';

/** The states of a language of an item. */
export type CountedState = LanguageState | 'missing';

/**
 * Where an item is listed: with the active items, with the archived ones (all of its languages are archived), or in the trash.
 */
export type ItemPlace = 'shown' | 'archived' | 'trash';

/** `going`: it is being deleted permanently and is not listed anywhere. */
export type CardPlace = ItemPlace | 'purging';

/** A filter by author, tag, group, and whether a review was asked for in any language. */
export interface CardFacet {
  isInReview?: true;
  group?: string;
  tag?: string;
  authorId?: string;
}

/** The index key of a filter. */
export function facetOf(wanted: CardFacet): string {
  return [
    ...(wanted.isInReview ? ['review'] : []),
    ...(wanted.group === undefined ? [] : [`group:${wanted.group}`]),
    ...(wanted.tag === undefined ? [] : [`tag:${wanted.tag}`]),
    ...(wanted.authorId === undefined ? [] : [`author:${wanted.authorId}`]),
  ].join(' ');
}

/** The index key of an issue kind, in any language or in one. */
export function issueFacet(kind: IssueKind, language?: Locale): string {
  return language === undefined ? `issue:${kind}` : `issue:${kind}:${language}`;
}

/** The index key of the reviews that an account asked for, or that it was asked for and has not answered. */
export function reviewFacet(part: 'asked-by' | 'asked-of', accountId: string): string {
  return `${part}:${accountId}`;
}

const count = z.int().nonnegative();

const LANGUAGE_STATES = ['draft', 'published', 'changed', 'scheduled', 'archived'] as const satisfies LanguageState[];

const cardLanguageSchema = z.strictObject({
  title: z.string(),
  slug: z.string(),
  state: z.enum(LANGUAGE_STATES),
  publishedSlug: z.string().exactOptional(),
  publishedAt: count.exactOptional(),
  publishedBy: z.strictObject({ id: z.string(), name: z.string() }).exactOptional(),
  translation: translationCountsSchema.exactOptional(),
  schedule: scheduleSchema.exactOptional(),
  review: reviewSchema.exactOptional(),
  /** Parts of its publication that cannot be shown. */
  unshown: count.exactOptional(),
  /** Ids of the linked items. */
  links: z.array(z.string()),
  /** Number of links of fields to what the configuration no longer has. */
  lostLinks: count.exactOptional(),
  /** Number of links that lead nowhere: those, and linked items that are public in no language or deleted. Then of items that are public only in other languages. */
  brokenLinks: count,
  foreignLinks: count,
  /** Number of linked addresses that belong to another language. */
  foreignAddresses: count,
});

/** A language of an item in the lists of the admin area. Long texts are truncated. */
export type CardLanguage = z.infer<typeof cardLanguageSchema>;

const itemHealthSchema = z.strictObject({
  /** Units of the source that are missing in a translation. */
  missing: count,
  /** Languages of the site that the item does not have. */
  missingLanguages: count,
  stale: count,
  /** Languages with unpublished changes. */
  unpublished: count,
  /** Broken links for readers; links and addresses that lead to another language. */
  brokenLinks: count,
  foreignLinks: count,
  /** The sum. */
  total: count,
});

/** The counts of pending work of an item. */
export type ItemHealth = z.infer<typeof itemHealthSchema>;

export const itemCardSchema = z.strictObject({
  id: z.string().min(1),
  type: z.string().min(1),
  place: z.enum(['shown', 'archived', 'trash', 'purging']),
  sourceLanguage: z.string(),
  languages: z.record(z.string(), cardLanguageSchema),
  /** For every language of the site. */
  states: z.record(z.string(), z.enum([...LANGUAGE_STATES, 'missing'])),
  /** Sort keys: the title, else that of the source, in lower case without accents. */
  titles: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  /** For a question: the choice it is grouped by. */
  group: z.string().exactOptional(),
  authorId: z.string().exactOptional(),
  authorName: z.string().exactOptional(),
  /**
   * Index keys for filters: tags, author, group, review and their combinations, the people of reviews, and pending work, as
   * written by `facetOf`, `reviewFacet` and `issueFacet`.
   */
  facets: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdAt: count,
  editedAt: count,
  editedBy: z.strictObject({ id: z.string(), name: z.string() }).exactOptional(),
  /** Only in the trash. */
  trashedAt: count.exactOptional(),
  /** Its place in the manual order of its type, see `manual-order.ts`. */
  order: z.number().exactOptional(),
  /** Time of the next scheduled action. */
  nextScheduleAt: count.exactOptional(),
  /** Ids of the items linked from any language. */
  linksTo: z.array(z.string()),
  health: itemHealthSchema,
  /** Urgency of each language of the site as given by `urgencyOf`, and the maximum under `all`. */
  urgency: z.record(z.string(), count),
});

/**
 * What the lists of the admin area show of an item, and the fields they query, without its text. Written in the same commit as
 * the item. Stored as `item-cards/{id}`.
 */
export type ItemCard = z.infer<typeof itemCardSchema>;

/** The field with the state of a language. */
export function stateField(language: Locale): string {
  return `states.${language}`;
}

/** The field with the urgency of a language, or the maximum of all languages. */
export function urgencyField(language: Locale | 'all'): string {
  return `urgency.${language}`;
}

/** The sort fields available with every filter. */
function sortFields(languages: readonly Locale[]): string[] {
  return ['editedAt', 'createdAt', urgencyField('all'), ...languages.map((language) => `titles.${language}`)];
}

const DESCENDING = ['editedAt', 'createdAt', urgencyField('all')];

/**
 * `item-cards/{id}`. Every single filter has an index for every order; a state combined with a tag or an author has one only
 * for the order of the last edit.
 */
export function itemCardsIn(languages: readonly Locale[]): KeyedCollection<ItemCard> {
  const by = (field: string, direction: 'asc' | 'desc' = 'asc'): IndexField => ({ field, direction });
  const facets: IndexField = { field: 'facets', array: true };
  const shelf = [by('type'), by('place')];
  const states = languages.map((language) => by(stateField(language)));
  const sorts = sortFields(languages).map((field) => by(field, DESCENDING.includes(field) ? 'desc' : 'asc'));
  const urgencies = languages.map((language) => by(urgencyField(language), 'desc'));
  return defineCollection({
    name: 'item-cards',
    schema: itemCardSchema,
    indexes: [
      ...sorts.flatMap((sort) => [
        [...shelf, sort],
        [...shelf, facets, sort],
        ...states.map((state) => [...shelf, state, sort]),
      ]),
      ...states.map((state) => [...shelf, state, facets, by('editedAt', 'desc')]),
      [...shelf, by('authorId'), by('createdAt', 'desc')],
      [by('place'), by('editedBy.id'), by('editedAt', 'desc')],
      [...shelf, by('order')],
      // The last item: a document database does not read an index backwards.
      [...shelf, by('order', 'desc')],
      [...shelf, facets, by('order')],
      ...states.map((state) => [...shelf, state, by('order')]),
      ...urgencies.flatMap((urgency) => [
        [by('place'), urgency],
        [...shelf, urgency],
      ]),
      [by('place'), by(urgencyField('all'), 'desc')],
      [by('place'), facets, by(urgencyField('all'), 'desc')],
      [by('trashedAt')],
      [by('nextScheduleAt')],
      [{ field: 'linksTo', array: true }],
    ],
    policy: { read: 'private' },
    isDerived: true,
    feed: ['place', 'nextScheduleAt'],
  });
}
