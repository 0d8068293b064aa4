import type { Actor } from '../access/actor.ts';
import { requireMay } from '../access/policy.ts';
import { personOf } from '../audit/audit-log.ts';
import { isInReview } from '../content/card-issues.ts';
import { type Item, type Review, type ReviewTurn, turnsOf } from '../content/item.ts';
import { CONTENT_LIMITS } from '../content-types/limits.ts';
import { idOf } from '../documents/document-path.ts';
import { hasRoomForReview } from '../drafts/item-room.ts';
import { typedLines } from '../forms/form-shape.ts';
import type { Locale } from '../locales/locale.ts';
import {
  changeItem,
  type ItemDependencies,
  type ItemFailure,
  type ItemOutcome,
  type ItemTarget,
  withLanguages,
} from '../publishing/change-item.ts';
import { appendMails, type ReviewMails } from '../publishing/review-mails.ts';
import { savedVersionOf, savedVersionWrite } from './save-version.ts';

type ReviewTarget = ItemTarget & { languages: readonly Locale[] };

/** `note`: may be empty. `reviewer`: an account, of somebody who may publish; empty or missing: whoever publishes. */
export type ReviewRequest = ReviewTarget & { note?: string; reviewer?: string };

/**
 * Why a review was not asked for. `nothing-new`: a language has nothing to publish, or its publication is scheduled.
 * `no-reviewer`: the chosen person may not publish, or has no account any more. `too-many`: the actor asks too often.
 * `item-too-long`: the item has no room for the conversation.
 */
type AskFailure = ItemFailure<
  'language-missing' | 'nothing-new' | 'invalid-note' | 'no-reviewer' | 'too-many' | 'item-too-long'
>;

/**
 * Asks those who publish, or one of them, to review languages of an item; it stays asked while the text changes, until the
 * language is published, sent back or archived, or the request is withdrawn. What was asked and answered before is kept with it,
 * and the text as it is now in a saved version, in place of that of the request before. Languages that wait already are left as they are. The mails about it are queued
 * in the same commit. @throws {Forbidden}
 */
export async function askForReview(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ReviewRequest,
): Promise<ItemOutcome<AskFailure['reason']>> {
  const { reviewMails } = dependencies;
  const note = typedLines(target.note ?? '');
  const reviewer = target.reviewer ? await reviewMails?.findReviewer(target.reviewer) : undefined;
  const isCounted = countOnce(reviewMails, actor);
  return changeItem<AskFailure>(dependencies, actor, target, async (unit, item, at) => {
    for (const language of target.languages) {
      requireMay(actor, 'review.ask', { authorId: item.authorId ?? '', language });
    }
    if (isLacking(item, target.languages)) return { ok: false, reason: 'language-missing' };
    if (!target.languages.every((language) => hasNews(item, language))) return { ok: false, reason: 'nothing-new' };
    if (!isNote(note)) return { ok: false, reason: 'invalid-note' };
    if (target.reviewer && !reviewer) return { ok: false, reason: 'no-reviewer' };
    const languages = chosen(item, target, (content) => !isInReview(content));
    if (languages.length === 0) return { ok: true, item };
    const by = personOf(actor);
    const kept = savedVersionWrite(savedVersionOf(item, { kind: 'review-asked', name: '', at, by }));
    const turn: ReviewTurn = {
      askedAt: at,
      askedBy: by,
      ...(note !== '' && { note }),
      ...(reviewer && { reviewer: { id: reviewer.id, name: reviewer.name } }),
      savedVersion: idOf(kept),
    };
    const asked = withLanguages(item, languages, ({ review, ...content }) => ({
      ...content,
      review: review ? { ...turn, earlier: formerTurns(review) } : turn,
    }));
    if (!hasRoomForReview(asked)) return { ok: false, reason: 'item-too-long' };
    if (!isCounted()) return { ok: false, reason: 'too-many' };
    unit.append(kept);
    const news = { kind: 'review-asked' as const, by: actor, item: asked, languages, reviewer };
    await appendMails(unit, reviewMails, { ...news, ...(note !== '' && { note }) });
    return { ok: true, item: asked, entry: { action: 'item.review-asked', details: { languages } } };
  });
}

/**
 * Withdraws requests for review: of one that was asked for again, what was answered before stays; an answered one goes with all
 * of its conversation. Languages without one are left as they are. @throws {Forbidden} if somebody else asked
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
    const withdrawn = withLanguages(item, languages, ({ review, ...content }) => {
      const former = review && isInReview({ review }) ? review.earlier?.at(-1) : undefined;
      const earlier = review?.earlier?.slice(0, -1) ?? [];
      return { ...content, ...(former && { review: { ...former, ...(earlier.length > 0 && { earlier }) } }) };
    });
    return { ok: true, item: withdrawn, entry: { action: 'item.review-withdrawn', details: { languages } } };
  });
}

type BackFailure = ItemFailure<'language-missing' | 'not-asked' | 'too-many' | 'item-too-long'>;

/**
 * Answers requests for review with a note instead of publishing. `not-asked`: there is no request in one of the languages, or
 * it was answered. `invalid-note`: it is empty or too long. `too-many`: the actor answers too often. `item-too-long`: the item has no room for the note. The mails about it are
 * queued in the same commit. @throws {Forbidden}
 */
export async function sendBack(
  dependencies: ItemDependencies,
  actor: Actor,
  target: ReviewTarget & { note: string },
): Promise<ItemOutcome<BackFailure['reason'] | 'invalid-note'>> {
  const { reviewMails } = dependencies;
  requireMay(actor, 'review.send-back');
  const note = typedLines(target.note);
  if (note === '' || !isNote(note)) return { ok: false, reason: 'invalid-note' };
  const isCounted = countOnce(reviewMails, actor);
  return changeItem<BackFailure>(dependencies, actor, target, async (unit, item, at) => {
    if (isLacking(item, target.languages)) return { ok: false, reason: 'language-missing' };
    const languages = chosen(item, target, isInReview);
    if (languages.length < new Set(target.languages).size) return { ok: false, reason: 'not-asked' };
    const sentBack = { at, by: personOf(actor), note };
    const answered = withLanguages(item, languages, ({ review, ...content }) => ({
      ...content,
      ...(review && { review: { ...review, sentBack } }),
    }));
    if (!hasRoomForReview(answered)) return { ok: false, reason: 'item-too-long' };
    if (!isCounted()) return { ok: false, reason: 'too-many' };
    await appendMails(unit, reviewMails, { kind: 'review-sent-back', by: actor, item, languages, note });
    return { ok: true, item: answered, entry: { action: 'item.sent-back', details: { languages } } };
  });
}

/** Whether a review of a language can be asked for: there is something to publish, and nobody waits for it yet. */
export function canBeReviewed(item: Item, language: Locale): boolean {
  const content = item.languages[language];
  return content !== undefined && hasNews(item, language) && !isInReview(content);
}

/** What was asked and answered before the next request, whose saved version replaces theirs. */
function formerTurns(review: Review): ReviewTurn[] {
  return turnsOf(review)
    .slice(-CONTENT_LIMITS.reviewTurns)
    .map(({ savedVersion: _, ...turn }) => turn);
}

function isNote(note: string): boolean {
  return note.length <= CONTENT_LIMITS.reviewNote && note.isWellFormed();
}

/** Counts an action against the limit of its actor, once however often it is tried. */
function countOnce(reviewMails: ReviewMails | undefined, actor: Actor): () => boolean {
  let wait: number | undefined;
  return () => {
    wait ??= actor.kind === 'anonymous' ? 0 : (reviewMails?.take(actor.id) ?? 0);
    return wait === 0;
  };
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
