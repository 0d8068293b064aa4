import type { LanguageState } from '#core/content/item.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { ToldCheck } from './check-sentence.ts';

/** What the page's forms ask for: the value of their field `intent`. */
export const PUBLISHING_INTENTS = [
  'publish',
  'unpublish',
  'archive',
  'unarchive',
  'schedule-publish',
  'schedule-unpublish',
  'cancel',
  'duplicate',
  'trash',
  'untrash',
  'share',
  'revoke',
] as const;

export type PublishingIntent = (typeof PUBLISHING_INTENTS)[number];

/** What is done only after somebody has said yes to it. */
export const ASKED_INTENTS = ['publish', 'schedule-publish', 'unpublish', 'archive', 'trash'] as const;

export type AskedIntent = (typeof ASKED_INTENTS)[number];

/** What the page says after an act: the value of `notice` in its address. */
export const PUBLISHING_NOTICES = [
  'published',
  'publishedTogether',
  'nothing',
  'unpublished',
  'scheduled',
  'cancelled',
  'archived',
  'unarchived',
  'duplicated',
  'trashed',
  'untrashed',
  'revoked',
] as const;

export type PublishingNotice = (typeof PUBLISHING_NOTICES)[number];

/** How a form was filled in, so that it can be sent again. */
export interface FilledForm {
  languages: Locale[];
  date: string;
  time: string;
}

/** Another item that is to be published in the same act. */
export interface TogetherItem {
  id: string;
  /** Names what is to be said yes to. */
  key: string;
  title: string;
  /** Of the page where it is written. */
  href: string;
  /** From where to where it goes, in each language. */
  moves: string[];
}

/** How a language stands on the site. */
export interface LanguageStatus {
  code: Locale;
  state: LanguageState;
  /** Under which it is public. */
  publishedSlug?: string;
}

/** What the page answers to a form that was not simply done. */
export type PublishingAnswer =
  /** `sentences` say what is wrong; `checks` what is to be mended. */
  | { kind: 'refused'; intent: PublishingIntent; sentences: string[]; checks: ToldCheck[]; form: FilledForm }
  /** To be said yes to; `accepted` names the warnings that are shown. */
  | {
      kind: 'asks';
      intent: AskedIntent;
      lead: string;
      checks: ToldCheck[];
      accepted: string;
      /** What is published in the same act, for the address that it leaves. */
      together: TogetherItem[];
      form: FilledForm;
    }
  /** A link to the draft; it is told this once. */
  | { kind: 'shared'; intent: 'share'; notice: string; url: string }
  /** Done, for a form that stays where it is. */
  | { kind: 'done'; intent: PublishingIntent; notice: string; standing: LanguageStatus[] }
  /** Done, and another page is to be shown now, for a form that stays where it is. */
  | { kind: 'moved'; intent: 'duplicate' | 'trash' | 'untrash'; href: string };

/** The kinds of what a form is answered with, also with the status of an error. */
export const PUBLISHING_ANSWERS = [
  'refused',
  'asks',
  'shared',
  'done',
  'moved',
] as const satisfies PublishingAnswer['kind'][];
