import type { LanguageState } from '#core/content/item.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { DescribedCheck } from './check-sentence.ts';

/** The values of the field `intent`, one per form. */
export const PUBLISHING_INTENTS = [
  'publish',
  'unpublish',
  'archive',
  'unarchive',
  'schedule-publish',
  'schedule-unpublish',
  'cancel',
  'ask-review',
  'withdraw-review',
  'send-back',
  'duplicate',
  'trash',
  'untrash',
  'share',
  'revoke',
] as const;

export type PublishingIntent = (typeof PUBLISHING_INTENTS)[number];

/** Intents that require a confirmation. */
export const CONFIRMED_INTENTS = ['publish', 'schedule-publish', 'unpublish', 'archive', 'trash'] as const;

export type ConfirmedIntent = (typeof CONFIRMED_INTENTS)[number];

/** Notices after an action: the query parameter `notice`. */
export const PUBLISHING_NOTICES = [
  'published',
  'nothing',
  'unpublished',
  'scheduled',
  'cancelled',
  'reviewAsked',
  'reviewWithdrawn',
  'sentBack',
  'archived',
  'unarchived',
  'duplicated',
  'trashed',
  'untrashed',
  'revoked',
] as const;

export type PublishingNotice = (typeof PUBLISHING_NOTICES)[number];

/** A submitted form, to be sent again. */
export interface FilledForm {
  languages: Locale[];
  date: string;
  time: string;
  /** Which one of a time that exists twice. */
  occurrence: 'first' | 'second';
  /** What whoever asks for a review says to whoever publishes, or the other way round. */
  note: string;
  /** The account that is asked for a review; empty for whoever publishes. */
  reviewer: string;
}

/** The publication state of a language. */
export interface LanguageStatus {
  code: Locale;
  state: LanguageState;
  /** The slug of its publication. */
  publishedSlug?: string;
}

/** The answer to a form other than success with a redirect. */
export type PublishingAnswer =
  /** `sentences` explain the failure; `checks` are the problems to fix. */
  | { kind: 'refused'; intent: PublishingIntent; sentences: string[]; checks: DescribedCheck[]; form: FilledForm }
  /** Requires a confirmation; `accepted` has the keys of the warnings shown. */
  | {
      kind: 'asks';
      intent: ConfirmedIntent;
      lead: string;
      checks: DescribedCheck[];
      accepted: string;
      form: FilledForm;
    }
  /** A new link to the draft; its URL is shown only once. */
  | { kind: 'shared'; intent: 'share'; notice: string; url: string }
  /** Success, for a form that stays on its page. */
  | { kind: 'done'; intent: PublishingIntent; notice: string; languages: LanguageStatus[] };

/** The kinds of JSON answers to a form, including error responses. */
export const PUBLISHING_ANSWERS = ['refused', 'asks', 'shared', 'done'] as const satisfies PublishingAnswer['kind'][];
