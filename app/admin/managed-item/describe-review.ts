import { type Review, type ReviewTurn, turnsOf } from '#core/content/item.ts';
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
  key: 'talk.asked' | 'talk.askedOf' | 'talk.sentBack',
  values: { name: string; reviewer: string; when: string },
) => string;

/** A review that languages have in common. */
export interface LanguageReviews extends ReviewDescription {
  codes: Locale[];
  /** Differs from that of any other state of the review. */
  stamp: string;
}

/** The reviews of an item's languages; languages that were asked for and answered together are told together. */
export function describeReviews(
  languages: { [code: Locale]: { review?: Review } },
  telling: Telling,
): LanguageReviews[] {
  const reviewed = Object.entries(languages).flatMap(([code, { review }]) =>
    review ? [{ code, review, stamp: stampOf(review) }] : [],
  );
  return [...Map.groupBy(reviewed, ({ stamp }) => stamp).values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    return [{ codes: together.map(({ code }) => code), stamp: first.stamp, ...describeReview(first.review, telling) }];
  });
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
