import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/forbidden.ts';
import { isInReview } from '../content/card-issues.ts';
import type { Item } from '../content/item.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import type { Locale } from '../locales/locale.ts';
import {
  changeItem,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemTarget,
  personOf,
  withLanguages,
} from '../publishing/change-item.ts';

type ReviewTarget = ItemTarget & { languages: readonly Locale[] };

/**
 * Asks those who publish to review languages of an item; it stays asked while the text changes, until the language is
 * published, sent back or archived, or the request is withdrawn. Languages that wait already are left as they are.
 * `nothing-new`: a language has nothing to publish, or its publication is scheduled. @throws {Forbidden}
 */
export function askForReview(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ReviewTarget,
): Promise<ItemOutcome<'language-missing' | 'nothing-new'>> {
  return changeItem<ItemFailure<'language-missing' | 'nothing-new'>>(dependencies, actor, target, (_unit, item, at) => {
    for (const language of target.languages) {
      requireMay(actor, 'review.ask', { authorId: item.authorId ?? '', language });
    }
    if (isLacking(item, target.languages)) return { ok: false, reason: 'language-missing' };
    if (!target.languages.every((language) => hasNews(item, language))) return { ok: false, reason: 'nothing-new' };
    const languages = chosen(item, target, (content) => !isInReview(content));
    if (languages.length === 0) return { ok: true, item };
    const review = { askedAt: at, askedBy: personOf(actor) };
    const asked = withLanguages(item, languages, (content) => ({ ...content, review }));
    return { ok: true, item: asked, entry: { action: 'item.review-asked', details: { languages } } };
  });
}

/**
 * Withdraws requests for review, also answered ones; languages without one are left as they are.
 * @throws {Forbidden} if somebody else asked
 */
export function withdrawReview(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ReviewTarget,
): Promise<ItemOutcome<'language-missing'>> {
  return changeItem<ItemFailure<'language-missing'>>(dependencies, actor, target, (_unit, item) => {
    if (isLacking(item, target.languages)) return { ok: false, reason: 'language-missing' };
    const languages = chosen(item, target, ({ review }) => review !== undefined);
    for (const language of languages) {
      requireMay(actor, 'review.withdraw', { accountId: item.languages[language]?.review?.askedBy.id ?? '' });
    }
    if (languages.length === 0) return { ok: true, item };
    const withdrawn = withLanguages(item, languages, ({ review: _, ...content }) => content);
    return { ok: true, item: withdrawn, entry: { action: 'item.review-withdrawn', details: { languages } } };
  });
}

/**
 * Answers requests for review with a note instead of publishing. `not-asked`: there is no request in one of the languages, or
 * it was answered. `invalid-note`: it is empty or too long. @throws {Forbidden}
 */
export async function sendBack(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ReviewTarget & { note: string },
): Promise<ItemOutcome<'language-missing' | 'not-asked' | 'invalid-note'>> {
  requireMay(actor, 'review.send-back');
  const note = target.note.trim();
  if (note === '' || note.length > CONTENT_LIMITS.reviewNote) return { ok: false, reason: 'invalid-note' };
  return changeItem<ItemFailure<'language-missing' | 'not-asked'>>(dependencies, actor, target, (_unit, item, at) => {
    if (isLacking(item, target.languages)) return { ok: false, reason: 'language-missing' };
    const languages = chosen(item, target, isInReview);
    if (languages.length < new Set(target.languages).size) return { ok: false, reason: 'not-asked' };
    const sentBack = { at, by: personOf(actor), note };
    const answered = withLanguages(item, languages, ({ review, ...content }) => ({
      ...content,
      ...(review && { review: { ...review, sentBack } }),
    }));
    return { ok: true, item: answered, entry: { action: 'item.sent-back', details: { languages } } };
  });
}

/** Whether a review of a language can be asked for: there is something to publish, and nobody waits for it yet. */
export function canBeReviewed(item: Item, language: Locale): boolean {
  const content = item.languages[language];
  return content !== undefined && hasNews(item, language) && !isInReview(content);
}

function hasNews({ languages }: Item, language: Locale): boolean {
  const state = languages[language]?.state;
  return state === 'draft' || state === 'changed';
}

function isLacking({ languages }: Item, asked: readonly Locale[]): boolean {
  return asked.length === 0 || asked.some((language) => !languages[language]);
}

function chosen(
  { languages }: Item,
  { languages: asked }: ReviewTarget,
  fits: (content: Item['languages'][string]) => boolean,
): Locale[] {
  return [...new Set(asked)].filter((language) => {
    const content = languages[language];
    return content !== undefined && fits(content);
  });
}
