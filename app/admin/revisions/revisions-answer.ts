import type { Locale } from '#core/locales/locale.ts';

export const REVISIONS_INTENTS = ['save', 'restore'] as const;

export const REVISIONS_NOTICES = ['saved', 'restored'] as const;

/** What the page answers to a form that was not simply done. */
export type RevisionsAnswer =
  | { kind: 'refused'; intent: (typeof REVISIONS_INTENTS)[number]; sentence: string; name: string }
  /** To be said yes to: what is restored, and what of it. */
  | { kind: 'asks'; entry: string; lead: string; languages: { code: Locale; name: string }[] };
