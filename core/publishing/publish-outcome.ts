import type { Item } from '../content/item.ts';
import type { Locale } from '../locales/locale.ts';
import type { Problem } from '../problems/problem.ts';
import type { Check } from './publish-checks.ts';

/**
 * The result of publishing, unpublishing or scheduling an item. People, lists, programs, schedules and imports all get it, and each
 * tells it in its own words. Unless `ok`, nothing has changed.
 */
export type PublishOutcome = PublishSuccess | PublishFailure;

export interface PublishSuccess {
  ok: true;
  item: Item;
  /** Version of the item's document. */
  version: number;
  /** The languages whose publication changed; empty if all were up to date. */
  changed: Locale[];
  /** The item as it was stored before; missing for a new one. */
  before?: Item;
}

/** `item` is what was judged, if there was one. */
export type PublishFailure = { ok: false; item?: Item } & (
  | {
      reason:
        | 'not-found'
        | 'in-trash'
        /** The item was changed concurrently, or differs from what the caller knows. */
        | 'conflict'
        /** The time is not in the future. */
        | 'past'
        /** It would be unpublished before it is published. */
        | 'order';
    }
  /** `checks` has all that was found: errors, or warnings of which some were not accepted. */
  | { reason: 'language-missing' | 'checks'; checks: Check[] }
  /** What a file says of the item cannot be stored. */
  | { reason: 'invalid'; problems: Problem[] }
);

/** That checks found something. */
export type ChecksFailure = PublishFailure & { reason: 'checks' };

/** The failure of an item whose checks found something. */
export function refusedBy(checks: Check[], item?: Item): ChecksFailure {
  return { ok: false, reason: 'checks', checks, ...(item && { item }) };
}

/** Whether checks found something that nobody can accept. */
export function hasErrors(checks: readonly Check[]): boolean {
  return checks.some(({ severity }) => severity === 'error');
}
