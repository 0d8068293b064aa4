import type { z } from 'zod';
import type { Locale } from '../locales/locale.ts';
import type {
  coverSchema,
  itemLanguageSchema,
  itemSchema,
  languageContentSchema,
  reviewSchema,
  savedVersionLanguageSchema,
  savedVersionSchema,
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

/** One language of a saved version, with its translation links. */
export type SavedVersionLanguage = z.infer<typeof savedVersionLanguageSchema>;

/** The texts and translation links of a language, without its state. */
export function textsOf(language: SavedVersionLanguage): SavedVersionLanguage {
  const { title, slug, summary, body, seo, coverAlt, author, fields, links, minorEdits } = language;
  return {
    title,
    slug,
    summary,
    body,
    seo,
    ...(coverAlt !== undefined && { coverAlt }),
    ...(author !== undefined && { author }),
    fields,
    ...(links && { links }),
    ...(minorEdits && { minorEdits }),
  };
}

/** A named snapshot of an item: all languages and the shared fields. */
export type SavedVersion = z.infer<typeof savedVersionSchema>;

export type ScheduledAction = 'publish' | 'unpublish';

/** A scheduled action. */
interface PlannedAction {
  /** Milliseconds since 1970. */
  at: number;
  by: { id: string; name: string } | undefined;
}

/** Time and author of a scheduled action; `undefined` if it is not scheduled. */
export function plannedAction(schedule: Schedule | undefined, action: ScheduledAction): PlannedAction | undefined {
  const { publishAt, publishBy, unpublishAt, unpublishBy } = schedule ?? {};
  const [at, by] = action === 'publish' ? [publishAt, publishBy] : [unpublishAt, unpublishBy];
  return at === undefined ? undefined : { at, by };
}

/** The schedule with an action added or replaced, and without the last failure. */
export function withAction(schedule: Schedule | undefined, action: ScheduledAction, planned: PlannedAction): Schedule {
  return { ...withoutActions(schedule, [action]), ...asStored(action, planned) };
}

/** The schedule without completed or cancelled actions and without the last failure; `undefined` if empty. */
export function withoutActions(
  schedule: Schedule | undefined,
  actions: readonly ScheduledAction[],
): Schedule | undefined {
  const left: Schedule = {};
  for (const action of ['publish', 'unpublish'] as const) {
    const planned = actions.includes(action) ? undefined : plannedAction(schedule, action);
    if (planned) Object.assign(left, asStored(action, planned));
  }
  return Object.keys(left).length > 0 ? left : undefined;
}

function asStored(action: ScheduledAction, { at, by }: PlannedAction): Schedule {
  return action === 'publish'
    ? { publishAt: at, ...(by && { publishBy: by }) }
    : { unpublishAt: at, ...(by && { unpublishBy: by }) };
}

/** The state of a language that is neither public nor archived. */
export function hiddenState(schedule: Schedule | undefined): LanguageState {
  return schedule?.publishAt === undefined ? 'draft' : 'scheduled';
}

/** A new language without text. */
export function emptyLanguage(): ItemLanguage {
  return {
    title: '',
    slug: '',
    summary: '',
    body: { type: 'doc', content: [] },
    seo: {},
    fields: {},
    state: 'draft',
    revision: 0,
  };
}

/**
 * Adds an empty draft in a language that the item does not have, as a translation of its source: every unit counts as missing.
 * Returns the item unchanged if it has the language.
 */
export function startLanguage(item: Item, language: Locale): Item {
  if (item.languages[language]) return item;
  const started = language === item.sourceLanguage ? emptyLanguage() : { ...emptyLanguage(), links: {} };
  return { ...item, languages: { ...item.languages, [language]: started } };
}
