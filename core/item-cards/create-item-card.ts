import { ISSUE_KINDS, isInReview, issuesOf, urgencyOf } from '../content/card-issues.ts';
import { contentLinks } from '../content/content-links.ts';
import { type Item, type ItemLanguage, PURGING } from '../content/item.ts';
import {
  type CardFacet,
  type CardLanguage,
  type CardPlace,
  facetOf,
  type ItemCard,
  type ItemHealth,
  issueFacet,
  reviewFacet,
} from '../content/item-card.ts';
import { groupOf } from '../content/own-contents.ts';
import { isOrdered, placeInOrder } from '../content-types/manual-order.ts';
import type { Locale } from '../locales/locale.ts';
import type { SiteConfig } from '../site/site-config.ts';
import { translationCounts } from '../translation/translation-state.ts';

/** Maximum characters of a title or slug on a card. */
const LINE = 300;

/**
 * The target of a link from one language: public in that language; public only in other languages; public in none; in the trash
 * or deleted.
 */
export type LinkState = 'here' | 'elsewhere' | 'hidden' | 'gone';

export type LinkJudge = (language: Locale, itemId: string) => LinkState;

/** Whether a link is broken for readers in every language. */
export function isDead(state: LinkState): boolean {
  return state === 'hidden' || state === 'gone';
}

/** The card of an item. */
export function createItemCard(config: SiteConfig, item: Item, judge: LinkJudge): ItemCard {
  const type = config.contentTypes.find(({ key }) => key === item.type);
  const languages: ItemCard['languages'] = {};
  for (const [language, content] of Object.entries(item.languages)) {
    const { items, foreignAddresses, lost } = contentLinks(config, type, language, item);
    const translation = content.translation ?? (type && translationCounts(item, type, language));
    languages[language] = {
      title: content.title.slice(0, LINE).toWellFormed(),
      slug: content.slug.slice(0, LINE).toWellFormed(),
      state: content.state,
      ...(content.publishedSlug !== undefined && { publishedSlug: content.publishedSlug }),
      ...(content.publishedAt !== undefined && { publishedAt: content.publishedAt }),
      ...(content.publishedBy && { publishedBy: content.publishedBy }),
      ...(translation && { translation }),
      ...(content.schedule && { schedule: content.schedule }),
      ...(content.review && { review: content.review }),
      ...(content.unshown && { unshown: content.unshown.length }),
      links: items,
      ...(lost > 0 && { lostLinks: lost }),
      brokenLinks: 0,
      foreignLinks: 0,
      foreignAddresses: foreignAddresses.length,
    };
  }
  const codes = config.locales.map(({ code }) => code);
  const { authorId, authorName } = item;
  const tags = [...new Set(item.tags)];
  const group = groupOf(type, item);
  const createdAt = item.createdAt ?? earliest(Object.values(item.languages)) ?? 0;
  const next = nextScheduleAt(item);
  return judged(
    {
      id: item.id,
      type: item.type,
      place: placeOf(item),
      sourceLanguage: item.sourceLanguage,
      languages,
      states: Object.fromEntries(codes.map((code) => [code, item.languages[code]?.state ?? 'missing'])),
      titles: Object.fromEntries(codes.map((code) => [code, sortKey(titleOf(item, code))])),
      tags,
      ...(group !== undefined && { group }),
      ...(authorId !== undefined && { authorId }),
      ...(authorName !== undefined && { authorName }),
      facets: [
        ...facetsOf({ tags, authorId, group, isReviewed: Object.values(languages).some(isInReview) }),
        ...reviewFacetsOf(Object.values(languages)),
      ],
      createdAt,
      editedAt: item.editedAt ?? latest(Object.values(item.languages)) ?? createdAt,
      ...(item.editedBy && { editedBy: item.editedBy }),
      ...(item.trashedAt !== undefined && { trashedAt: item.trashedAt }),
      ...(type &&
        isOrdered(type) && {
          order: placeInOrder(item.fields, item.languages[item.sourceLanguage]?.firstPublishedAt ?? createdAt),
        }),
      ...(next !== undefined && { nextScheduleAt: next }),
      linksTo: [...new Set(Object.values(languages).flatMap(({ links }) => links))],
    },
    judge,
  );
}

/** All combinations of tag, author, group and review that find a card. */
function facetsOf({
  tags,
  authorId,
  group,
  isReviewed,
}: {
  tags: string[];
  authorId: string | undefined;
  group: string | undefined;
  isReviewed: boolean;
}) {
  const tagged = tags.map((tag): CardFacet => ({ tag }));
  const authored = authorId === undefined ? [] : [{}, ...tagged].map((facet) => ({ ...facet, authorId }));
  const all = [...tagged, ...authored];
  const grouped = group === undefined ? [] : [{}, ...all].map((facet): CardFacet => ({ ...facet, group }));
  const known = [...all, ...grouped];
  const reviewed = isReviewed ? [{}, ...known].map((facet): CardFacet => ({ ...facet, isInReview: true })) : [];
  return [...known, ...reviewed].map(facetOf);
}

/** The people of the reviews of a card. */
function reviewFacetsOf(languages: CardLanguage[]): string[] {
  const found = languages.flatMap(({ review }) => {
    if (!review) return [];
    const { askedBy, reviewer, sentBack } = review;
    return [
      reviewFacet('asked-by', askedBy.id),
      ...(reviewer && !sentBack ? [reviewFacet('asked-of', reviewer.id)] : []),
    ];
  });
  return [...new Set(found)];
}

/** The card with the states of its links recomputed. */
export function judged(card: Omit<ItemCard, 'health' | 'urgency'>, judge: LinkJudge): ItemCard {
  const languages: ItemCard['languages'] = {};
  for (const [language, content] of Object.entries(card.languages)) {
    const states = content.links.map((id) => (id === card.id ? 'here' : judge(language, id)));
    languages[language] = {
      ...content,
      brokenLinks: states.filter(isDead).length + (content.lostLinks ?? 0),
      foreignLinks: states.filter((state) => state === 'elsewhere').length,
    };
  }
  const health = healthOf(Object.values(languages), Object.values(card.states));
  return { ...card, languages, health, ...tasksOf({ ...card, languages }) };
}

/** The urgency and the index keys of a card, including its issues. */
function tasksOf(card: Pick<ItemCard, 'languages' | 'states' | 'facets'>): Pick<ItemCard, 'urgency' | 'facets'> {
  const languages = Object.keys(card.states);
  const own = card.facets.filter((facet) => !facet.startsWith('issue:'));
  const found = languages.map((language) => issuesOf(card, language).map(({ kind }) => kind));
  const urgency = Object.fromEntries(languages.map((language) => [language, urgencyOf(card, language)]));
  return {
    urgency: { ...urgency, all: Math.max(0, ...Object.values(urgency)) },
    facets: [
      ...own,
      ...ISSUE_KINDS.filter((kind) => found.some((kinds) => kinds.includes(kind))).map((kind) => issueFacet(kind)),
      ...languages.flatMap((language, index) => (found[index] ?? []).map((kind) => issueFacet(kind, language))),
    ],
  };
}

/** The title in a language, else in the source language, else in any. */
export function titleOf(
  { languages, sourceLanguage }: { languages: { [language: Locale]: { title: string } }; sourceLanguage: Locale },
  language: Locale,
): string {
  return (
    languages[language]?.title ||
    languages[sourceLanguage]?.title ||
    Object.values(languages).find(({ title }) => title)?.title ||
    ''
  );
}

function healthOf(languages: CardLanguage[], states: string[]): ItemHealth {
  const sum = (number: (language: CardLanguage) => number) => languages.reduce((all, one) => all + number(one), 0);
  const parts = {
    missing: sum(({ translation }) => translation?.missing ?? 0),
    missingLanguages: states.filter((state) => state === 'missing').length,
    stale: sum(({ translation }) => translation?.stale ?? 0),
    unpublished: languages.filter(({ state }) => state === 'draft' || state === 'changed').length,
    brokenLinks: sum(({ brokenLinks }) => brokenLinks),
    foreignLinks: sum(({ foreignLinks, foreignAddresses }) => foreignLinks + foreignAddresses),
  };
  return { ...parts, total: Object.values(parts).reduce((all, one) => all + one, 0) };
}

function placeOf({ trashedAt, languages }: Item): CardPlace {
  if (trashedAt === PURGING) return 'purging';
  if (trashedAt !== undefined) return 'trash';
  const states = Object.values(languages).map(({ state }) => state);
  return states.length > 0 && states.every((state) => state === 'archived') ? 'archived' : 'shown';
}

function nextScheduleAt({ languages }: Item): number | undefined {
  const times = Object.values(languages).flatMap(({ schedule }) =>
    [schedule?.publishAt, schedule?.unpublishAt].filter((time) => time !== undefined),
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** The place of a title in an order: in lower case, without accents and signs before it. */
export function sortKey(title: string): string {
  const folded = title.toWellFormed().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, LINE)
    .toWellFormed();
}

function earliest(languages: ItemLanguage[]): number | undefined {
  const times = languages.flatMap(({ firstPublishedAt }) => firstPublishedAt ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

function latest(languages: ItemLanguage[]): number | undefined {
  const times = languages.flatMap(({ publishedAt }) => publishedAt ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}
