import type { Locale } from '#core/locales/locale.ts';

export const REVISIONS_INTENTS = ['save', 'restore'] as const;

export const REVISIONS_NOTICES = ['saved', 'restored'] as const;

/** The answer to a form other than success with a redirect. */
export type RevisionsAnswer =
  | { kind: 'refused'; intent: (typeof REVISIONS_INTENTS)[number]; sentence: string; name: string }
  /** Requires a confirmation and a selection of what to restore. */
  | { kind: 'asks'; entry: string; lead: string; languages: { code: Locale; name: string }[] };
