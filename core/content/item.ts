import type { z } from 'zod';
import type {
  coverSchema,
  itemLanguageSchema,
  itemSchema,
  languageContentSchema,
  reviewSchema,
  scheduleFailureSchema,
  scheduleSchema,
} from './item-schema.ts';
import type { fieldValues } from './schema-parts.ts';

export type FieldValues = z.infer<typeof fieldValues>;

/** The cover picture of an item. Its alternative text is localized. */
export type Cover = z.infer<typeof coverSchema>;

/** The content of one language of an item. */
export type LanguageContent = z.infer<typeof languageContentSchema>;

/** The scheduled actions of a language, and the result of the last one that was due. */
export type Schedule = z.infer<typeof scheduleSchema>;

export type ScheduleFailure = z.infer<typeof scheduleFailureSchema>;

/**
 * A request that somebody who may publish reads a language, the answer if it was sent back, and the earlier turns of the
 * conversation.
 */
export type Review = z.infer<typeof reviewSchema>;

/** A request for review with its answer. */
export type ReviewTurn = Omit<Review, 'earlier'>;

/** All turns of a conversation, oldest first. */
export function turnsOf({ earlier = [], ...last }: Review): ReviewTurn[] {
  return [...earlier, last];
}

/**
 * One language of an item: its current text, finished or not, and its publication state. The text is a snapshot of the draft,
 * taken within a second after typing.
 */
export type ItemLanguage = z.infer<typeof itemLanguageSchema>;

/** The states of a language of an item. A language that does not exist counts as `missing`. */
export type LanguageState = ItemLanguage['state'];

/**
 * `trashedAt` of an item that is being deleted permanently: it cannot be restored, and a job finishes interrupted deletions.
 */
export const PURGING = 0;

/** An item of content: a text per language, and shared fields. Stored as `items/{id}`. */
export type Item = z.infer<typeof itemSchema>;
