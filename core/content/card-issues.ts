import type { Locale } from '../locales/locale.ts';
import type { CardLanguage, ItemCard } from './item-card.ts';

/** The kinds of pending work in a language of an item. */
export const ISSUE_KINDS = [
  'schedule-failed',
  'review-asked',
  'sent-back',
  'not-shown',
  'broken-links',
  'stale',
  'foreign-links',
  'missing',
  'language-missing',
  'unpublished-edits',
  'unpublished',
] as const;

export type IssueKind = (typeof ISSUE_KINDS)[number];

/** Whether an issue is about a request for review, and not about what the text says. */
export function isAboutReview(kind: IssueKind): boolean {
  return kind === 'review-asked' || kind === 'sent-back';
}

export interface CardIssue {
  kind: IssueKind;
  /** Number of units, links or languages affected; at least 1. */
  count: number;
  urgency: number;
}

/**
 * Priorities. What people wait for comes first; then what visitors run into before what they do not see, and within that
 * errors before gaps:
 *
 * 1. a scheduled action that failed: somebody relies on it, and nobody else notices;
 * 2. a text whose review was asked for, then one that was sent back;
 * 3. parts of a public text that cannot be shown;
 * 4. broken links in a public text;
 * 5. a public translation whose source has changed;
 * 6. links in a public text that lead to another language;
 * 7. a public translation with missing parts, then a public item with a missing language;
 * 8. unpublished changes and languages of a public item;
 * 9. the same for items that are not public at all.
 *
 * Within a kind, higher counts come first.
 */
const RANKS: { [kind in IssueKind]: { isPublic: number; isHidden: number } } = {
  'schedule-failed': { isPublic: 90, isHidden: 90 },
  'review-asked': { isPublic: 88, isHidden: 88 },
  'sent-back': { isPublic: 86, isHidden: 86 },
  'not-shown': { isPublic: 84, isHidden: 84 },
  'broken-links': { isPublic: 80, isHidden: 28 },
  stale: { isPublic: 70, isHidden: 26 },
  'foreign-links': { isPublic: 60, isHidden: 24 },
  missing: { isPublic: 50, isHidden: 22 },
  'language-missing': { isPublic: 45, isHidden: 16 },
  'unpublished-edits': { isPublic: 40, isHidden: 20 },
  unpublished: { isPublic: 35, isHidden: 18 },
};

/** The weight of one rank; counts are capped below it. */
const STEP = 1_000;

type Judged = Pick<ItemCard, 'languages' | 'states'>;

/** The pending work in a language of an item, most urgent first. None if archived. */
export function issuesOf({ languages, states }: Judged, language: Locale): CardIssue[] {
  const card = languages[language];
  const isAnyPublic = Object.values(languages).some(isPublic);
  if (!card) {
    const isPutAway = Object.values(languages).every(({ state }) => state === 'archived');
    return states[language] === undefined || isPutAway ? [] : [issue('language-missing', 1, isAnyPublic)];
  }
  if (card.state === 'archived') return card.schedule?.failed ? [issue('schedule-failed', 1, false)] : [];
  const counts: { [kind in IssueKind]?: number } = {
    'schedule-failed': card.schedule?.failed ? 1 : 0,
    'review-asked': isInReview(card) ? 1 : 0,
    'sent-back': card.review?.sentBack ? 1 : 0,
    'not-shown': card.unshown ?? 0,
    'broken-links': card.brokenLinks,
    stale: card.translation?.stale ?? 0,
    'foreign-links': card.foreignLinks + card.foreignAddresses,
    missing: card.translation?.missing ?? 0,
  };
  const issues = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [issue(kind as IssueKind, count, isPublic(card))] : [],
  );
  if (card.state === 'changed') issues.push(issue('unpublished-edits', 1, isAnyPublic));
  if (card.state === 'draft') issues.push(issue('unpublished', 1, isAnyPublic));
  return issues.sort((a, b) => b.urgency - a.urgency);
}

/** The urgency of a language: that of its most urgent issue; 0 if there is none. */
export function urgencyOf(card: Judged, language: Locale): number {
  return issuesOf(card, language)[0]?.urgency ?? 0;
}

/** Whether somebody waits for a review of a language: asked for, and not sent back. */
export function isInReview({ review }: Pick<CardLanguage, 'review'>): boolean {
  return review !== undefined && review.sentBack === undefined;
}

function issue(kind: IssueKind, count: number, ofPublic: boolean): CardIssue {
  const rank = ofPublic ? RANKS[kind].isPublic : RANKS[kind].isHidden;
  return { kind, count, urgency: rank * STEP + Math.min(count, STEP - 1) };
}

function isPublic({ publishedSlug }: CardLanguage): boolean {
  return publishedSlug !== undefined;
}
