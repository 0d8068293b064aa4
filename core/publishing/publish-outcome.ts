import type { Item } from '../content/item.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';

/** What came of publishing or unpublishing. Unless `ok`, nothing has changed. */
export type PublishOutcome =
  | {
      ok: true;
      item: Item;
      /** The languages whose publication is another one now; none when all were public as they stand. */
      changed: Locale[];
    }
  | { ok: false; reason: 'not-found' }
  /** Somebody else changed the item in the meantime. */
  | { ok: false; reason: 'conflict' }
  /** Another item has the address. `language` says in which language's addresses. */
  | { ok: false; reason: 'slug-taken'; language: Locale; slug: string; itemId: string }
  | { ok: false; reason: 'invalid'; problems: Problem[] };

export type PublishFailure = Exclude<PublishOutcome, { ok: true }>;
