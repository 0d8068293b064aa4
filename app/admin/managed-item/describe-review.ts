import { type ItemLanguage, type Review, type ReviewTurn, turnsOf } from '#core/content/item.ts';
import type { Locale } from '#core/locales/locale.ts';
import { formatMoment } from '../../ui/kit/format-moment.ts';
import { compareHref } from './history-entry.ts';

/** A request for review and its answer, in words. */
export interface TurnDescription {
  /** When it was asked, in milliseconds since 1970. */
  at: number;
  /** Who asked whom, and when. */
  sentence: string;
  note?: string;
  answer?: { sentence: string; note: string };
  /** The comparison of the text at that time with the draft. */
  sinceHref?: string;
}

/** A review in words, with what was asked and answered before, oldest first. */
export interface ReviewDescription {
  /** Whether it waits for an answer. */
  isOpen: boolean;
  last: TurnDescription;
  earlier: TurnDescription[];
}

interface Telling {
  locale: Locale;
  /** Of the `publishing` messages. */
  t: TalkTranslator;
  /** The path of the item's history. */
  revisions: string;
}

type TalkTranslator = (
  key: `talk.${'asked' | 'askedOf' | 'sentBack' | 'published' | 'publishedAt' | 'scheduled' | 'over'}`,
  values: { name: string; reviewer: string; when: string },
) => string;

/** A review that languages have in common. */
export interface LanguageReviews extends ReviewDescription {
  codes: Locale[];
  /** Differs from that of any other state of the review. */
  stamp: string;
  /** How it ended, if that was while it was shown. */
  end?: string;
}

/** What tells of the review of a language, and of its end. */
export type ReviewedLanguage = Partial<Pick<ItemLanguage, 'review' | 'publishedAt' | 'publishedBy' | 'schedule'>>;

/** Only what tells of reviews. */
export function reviewedLanguages(languages: { [code: Locale]: ReviewedLanguage }): {
  [code: Locale]: ReviewedLanguage;
} {
  const entries = Object.entries(languages).map(([code, { review, publishedAt, publishedBy, schedule }]) => [
    code,
    {
      ...(review && { review }),
      ...(publishedAt !== undefined && { publishedAt }),
      ...(publishedBy && { publishedBy }),
      ...(schedule && { schedule }),
    },
  ]);
  return Object.fromEntries(entries);
}

/**
 * The reviews of an item's languages; languages that were asked for and answered together are told together.
 * @param shown those that have ended since they were shown are told with their end
 */
export function describeReviews(
  languages: { [code: Locale]: ReviewedLanguage },
  telling: Telling,
  shown: readonly LanguageReviews[] = [],
): LanguageReviews[] {
  const reviewed = Object.entries(languages).flatMap(([code, { review }]) =>
    review ? [{ code, review, stamp: stampOf(review) }] : [],
  );
  const current = [...Map.groupBy(reviewed, ({ stamp }) => stamp).values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    return [{ codes: together.map(({ code }) => code), stamp: first.stamp, ...describeReview(first.review, telling) }];
  });
  const ended = shown.flatMap(({ end, codes, ...review }) => {
    const gone = codes.filter((code) => !languages[code]?.review);
    const together = Map.groupBy(gone, (code) => end ?? describeEnd(languages[code] ?? {}, review.last.at, telling));
    return [...together].map(([sentence, those]) => ({ ...review, codes: those, stamp: sentence, end: sentence }));
  });
  return [...current, ...ended];
}

function describeEnd(
  { publishedAt, publishedBy, schedule = {} }: ReviewedLanguage,
  askedAt: number,
  { locale, t }: Telling,
): string {
  const about = (name: string, at: number) => ({ name, reviewer: '', when: formatMoment(locale, at) });
  if (publishedAt !== undefined && publishedAt >= askedAt) {
    return t(publishedBy ? 'talk.published' : 'talk.publishedAt', about(publishedBy?.name ?? '', publishedAt));
  }
  const { publishAt, publishBy } = schedule;
  return publishAt === undefined
    ? t('talk.over', about('', 0))
    : t('talk.scheduled', about(publishBy?.name ?? '', publishAt));
}

function stampOf(review: Review): string {
  return turnsOf(review)
    .map(({ askedAt, askedBy, sentBack }) => [askedAt, askedBy.id, sentBack?.at].join(':'))
    .join();
}

/** The conversation about a review. Names and notes are told as they were then. */
export function describeReview(review: Review, telling: Telling): ReviewDescription {
  const turns = turnsOf(review).map((turn) => describeTurn(turn, telling));
  const [last, ...earlier] = turns.reverse() as [TurnDescription, ...TurnDescription[]];
  return { isOpen: review.sentBack === undefined, last, earlier: earlier.reverse() };
}

function describeTurn(
  { askedAt, askedBy, note, reviewer, savedVersion, sentBack }: ReviewTurn,
  { locale, t, revisions }: Telling,
): TurnDescription {
  const about = (name: string, at: number) => ({
    name,
    reviewer: reviewer?.name ?? '',
    when: formatMoment(locale, at),
  });
  return {
    at: askedAt,
    sentence: t(reviewer ? 'talk.askedOf' : 'talk.asked', about(askedBy.name, askedAt)),
    ...(note !== undefined && { note }),
    ...(sentBack && {
      answer: { sentence: t('talk.sentBack', about(sentBack.by.name, sentBack.at)), note: sentBack.note },
    }),
    ...(savedVersion !== undefined && {
      sinceHref: compareHref(revisions, { kind: 'saved-version', id: savedVersion }, { kind: 'draft' }),
    }),
  };
}
