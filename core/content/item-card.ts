import { z } from 'zod';
import { type Collection, defineCollection, type IndexField } from '../documents/collection.ts';
import type { Locale } from '../locales/locale.ts';
import type { IssueKind } from './card-issues.ts';
import { scheduleSchema, translationCountsSchema } from './content-schemas.ts';
import type { LanguageState, Schedule } from './item.ts';
import type { TranslationCounts } from './translation-report.ts';

/** How a language of an item can stand. */
export type CountedState = LanguageState | 'missing';

/** Where an item is found: among the others, with what was put away (in every language that it has), or in the trash. */
export type ItemPlace = 'shown' | 'archived' | 'trash';

/** `purging`: it is being deleted for good, and found nowhere. */
export type CardPlace = ItemPlace | 'purging';

/** A language of an item in the lists of the admin area. Long texts are cut. */
export interface CardLanguage {
  title: string;
  slug: string;
  state: LanguageState;
  publishedSlug?: string;
  publishedAt?: number;
  translation?: TranslationCounts;
  schedule?: Schedule;
  /** The items that its text links to. */
  links: string[];
  /** How many of those are public in no language or gone, and how many are public in others alone. */
  brokenLinks: number;
  foreignLinks: number;
  /** How many addresses it links to that are those of another language. */
  foreignAddresses: number;
}

/** What there is to do about an item, in numbers. */
export interface ItemHealth {
  /** Units of the source that a translation lacks. */
  missing: number;
  /** Languages of the site that it was not begun in. */
  missingLanguages: number;
  stale: number;
  /** Languages whose text is not public as it stands. */
  unpublished: number;
  /** Links that readers find dead; links and addresses that lead to another language. */
  brokenLinks: number;
  foreignLinks: number;
  /** All of them together. */
  total: number;
}

/**
 * What the lists of the admin area show of an item, and find it by, without its text. Written with the item in one
 * commit. Stored as `item-cards/{id}`.
 */
export interface ItemCard {
  id: string;
  type: string;
  place: CardPlace;
  sourceLanguage: Locale;
  languages: { [locale: Locale]: CardLanguage };
  /** Of every language of the site. */
  states: { [locale: Locale]: CountedState };
  /** For sorting: the title, or that of the source where there is none, without accents and in lower case. */
  titles: { [locale: Locale]: string };
  tags: string[];
  /** Of a question: the choice by which it is grouped. */
  group?: string;
  authorId?: string;
  authorName?: string;
  /** For searching: each tag, the author, the group, all of these together, and what is to do, as `facetOf` and `issueFacet` write them. */
  facets: string[];
  /** Milliseconds since 1970. */
  createdAt: number;
  editedAt: number;
  editedBy?: { id: string; name: string };
  /** Only in the trash. */
  trashedAt?: number;
  /** Of a type whose order people choose. */
  order?: number;
  /** When something is to happen to it by itself next. */
  nextScheduleAt?: number;
  /** The items that any of its languages links to. */
  linksTo: string[];
  health: ItemHealth;
  /** How much each language of the site wants somebody, as `urgencyOf` says, and under `all` the most of them. */
  urgency: { [language: Locale | 'all']: number };
}

/** Whose, about what, and in which group. */
export interface CardFacet {
  group?: string;
  tag?: string;
  authorId?: string;
}

/** What a card is found by. */
export function facetOf(wanted: CardFacet): string {
  return [
    ...(wanted.group === undefined ? [] : [`group:${wanted.group}`]),
    ...(wanted.tag === undefined ? [] : [`tag:${wanted.tag}`]),
    ...(wanted.authorId === undefined ? [] : [`author:${wanted.authorId}`]),
  ].join(' ');
}

/** What a card is found by that has something to do, in any language or in one. */
export function issueFacet(kind: IssueKind, language?: Locale): string {
  return language === undefined ? `issue:${kind}` : `issue:${kind}:${language}`;
}

const count = z.int().nonnegative();
const texts = z.record(z.string(), z.string());

const schema: z.ZodType<ItemCard> = z.strictObject({
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

/** Where a card says how a language stands. */
export function stateField(language: Locale): string {
  return `states.${language}`;
}

/** Where a card says how much a language wants somebody, or any of them. */
export function urgencyField(language: Locale | 'all'): string {
  return `urgency.${language}`;
}

/** By what a list of any filter can be sorted. */
function sortFields(languages: readonly Locale[]): string[] {
  return ['editedAt', 'createdAt', urgencyField('all'), ...languages.map((language) => `titles.${language}`)];
}

const DESCENDING = ['editedAt', 'createdAt', urgencyField('all')];

/**
 * `item-cards/{id}`. Every filter of the lists by itself is led by an index in every order; a state together with a tag or
 * an author is in that of the last edit.
 */
export function itemCardsIn(languages: readonly Locale[]): Collection<ItemCard> {
  const by = (field: string, direction: 'asc' | 'desc' = 'asc'): IndexField => ({ field, direction });
  const facets: IndexField = { field: 'facets', array: true };
  const shelf = [by('type'), by('place')];
  const states = languages.map((language) => by(stateField(language)));
  const sorts = sortFields(languages).map((field) => by(field, DESCENDING.includes(field) ? 'desc' : 'asc'));
  const urgencies = languages.map((language) => by(urgencyField(language), 'desc'));
  return defineCollection({
    name: 'item-cards',
    schema,
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
