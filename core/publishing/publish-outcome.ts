import type { Item } from '../content/item.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';

/** The result of publishing or unpublishing. Unless `ok`, nothing has changed. */
export type PublishOutcome =
  | {
      ok: true;
      item: Item;
      /** The languages whose publication changed; empty if all were up to date. */
      changed: Locale[];
    }
  | { ok: false; reason: 'not-found' }
  /** The item was changed concurrently. */
  | { ok: false; reason: 'conflict' }
  /** Another item has the address. `language` is the language of the address. */
  | { ok: false; reason: 'slug-taken'; language: Locale; slug: string; itemId: string }
  | { ok: false; reason: 'invalid'; problems: Problem[] }
  /** The page of a language cannot be shown; `parts` as in `PageFault`. */
  | { ok: false; reason: 'unshowable'; language: Locale; parts: string[] };

export type PublishFailure = Exclude<PublishOutcome, { ok: true }>;
