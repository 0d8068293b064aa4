import { z } from 'zod';
import { defineCollection, type IndexField, type KeyedCollection } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';
import type { IssueKind } from './card-issues.ts';
import { scheduleSchema, translationCountsSchema } from './content-schemas.ts';
import type { LanguageState, Schedule } from './item.ts';
import type { TranslationCounts } from './translation-report.ts';

/** The states of a language of an item. */
export type CountedState = LanguageState | 'missing';

/**
 * Where an item is listed: with the active items, with the archived ones (all of its languages are archived), or in the trash.
 */
export type ItemPlace = 'shown' | 'archived' | 'trash';

/** `going`: it is being deleted permanently and is not listed anywhere. */
export type CardPlace = ItemPlace | 'purging';

/** A language of an item in the lists of the admin area. Long texts are truncated. */
export interface CardLanguage {
  title: string;
  slug: string;
  state: LanguageState;
  publishedSlug?: string;
  publishedAt?: number;
  translation?: TranslationCounts;
  schedule?: Schedule;
  /** Ids of the linked items. */
  links: string[];
  /** Number of linked items that are public in no language or deleted, and of those that are public only in other languages. */
  brokenLinks: number;
  foreignLinks: number;
  /** Number of linked addresses that belong to another language. */
  foreignAddresses: number;
}

/** The counts of pending work of an item. */
export interface ItemHealth {
  /** Units of the source that are missing in a translation. */
  missing: number;
  /** Languages of the site that the item does not have. */
  missingLanguages: number;
  stale: number;
  /** Languages with unpublished changes. */
  unpublished: number;
  /** Broken links for readers; links and addresses that lead to another language. */
  brokenLinks: number;
  foreignLinks: number;
  /** The sum. */
  total: number;
}

/**
 * What the lists of the admin area show of an item, and the fields they query, without its text. Written in the same commit as
 * the item. Stored as `item-cards/{id}`.
 */
export interface ItemCard {
  id: string;
  type: string;
  place: CardPlace;
  sourceLanguage: Locale;
  languages: { [locale: Locale]: CardLanguage };
  /** For every language of the site. */
  states: { [locale: Locale]: CountedState };
  /** Sort keys: the title, else that of the source, in lower case without accents. */
  titles: { [locale: Locale]: string };
  tags: string[];
  /** For a question: the choice it is grouped by. */
  group?: string;
  authorId?: string;
  authorName?: string;
  /**
   * Index keys for filters: tags, author, group and their combinations, and pending work, as written by `facetOf` and
   * `issueFacet`.
   */
  facets: string[];
  /** Milliseconds since 1970. */
  createdAt: number;
  editedAt: number;
  editedBy?: { id: string; name: string };
  /** Only in the trash. */
  trashedAt?: number;
  /** For types with a manual order. */
  order?: number;
  /** Time of the next scheduled action. */
  nextScheduleAt?: number;
  /** Ids of the items linked from any language. */
  linksTo: string[];
  health: ItemHealth;
  /** Urgency of each language of the site as given by `urgencyOf`, and the maximum under `all`. */
  urgency: { [language: Locale | 'all']: number };
}

/** A filter by author, tag and group. */
export interface CardFacet {
  group?: string;
  tag?: string;
  authorId?: string;
}

/** The index key of a filter. */
export function facetOf(wanted: CardFacet): string {
  return [
    ...(wanted.group === undefined ? [] : [`group:${wanted.group}`]),
    ...(wanted.tag === undefined ? [] : [`tag:${wanted.tag}`]),
    ...(wanted.authorId === undefined ? [] : [`author:${wanted.authorId}`]),
  ].join(' ');
}

/** The index key of an issue kind, in any language or in one. */
export function issueFacet(kind: IssueKind, language?: Locale): string {
  return language === undefined ? `issue:${kind}` : `issue:${kind}:${language}`;
}

const count = z.int().nonnegative();
const texts = z.record(z.string(), z.string());

export const itemCardSchema = z.strictObject({
  id: z.string().min(1),
  type: z.string().min(1),
  place: z.enum(['shown', 'archived', 'trash', 'purging']),
  sourceLanguage: z.string(),
  languages: z.record(
    z.string(),
    z.strictObject({
      title: z.string(),
      slug: z.string(),
      state: z.enum(['draft', 'published', 'changed', 'scheduled', 'archived']),
      publishedSlug: z.string().exactOptional(),
      publishedAt: count.exactOptional(),
      translation: translationCountsSchema.exactOptional(),
      schedule: scheduleSchema.exactOptional(),
      links: z.array(z.string()),
      brokenLinks: count,
      foreignLinks: count,
      foreignAddresses: count,
    }),
  ),
  states: z.record(z.string(), z.enum(['draft', 'published', 'changed', 'scheduled', 'archived', 'missing'])),
  titles: texts,
  tags: z.array(z.string()),
  group: z.string().exactOptional(),
  authorId: z.string().exactOptional(),
  authorName: z.string().exactOptional(),
  facets: z.array(z.string()),
  createdAt: count,
  editedAt: count,
  editedBy: z.strictObject({ id: z.string(), name: z.string() }).exactOptional(),
  trashedAt: count.exactOptional(),
  order: z.number().exactOptional(),
  nextScheduleAt: count.exactOptional(),
  linksTo: z.array(z.string()),
  health: z.strictObject({
    missing: count,
    missingLanguages: count,
    stale: count,
    unpublished: count,
    brokenLinks: count,
    foreignLinks: count,
    total: count,
  }),
  urgency: z.record(z.string(), count),
});

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
      [...shelf, by('order')],
      [...shelf, facets, by('order')],
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
  });
}
