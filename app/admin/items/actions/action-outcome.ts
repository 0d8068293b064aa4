import type { Item } from '#core/content/item.ts';
import type { SettledItem } from '#core/items/settle-items.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { CheckCode } from '#core/publishing/publish-checks.ts';
import type { ItemAction, UndoStep } from './item-actions.ts';

export interface ActionRequest {
  action: ItemAction;
  /** For publishing and unpublishing; default: all languages. */
  language?: Locale;
  tag: string;
  acceptWarnings: boolean;
}

/** One of the items of an action. */
export interface ActionTarget {
  id: string;
  /** The item as it was read, before publishing with its drafts settled; missing if there is none. */
  settled: SettledItem | undefined;
  /** The items that were read with it. */
  readTogether: readonly SettledItem[];
  /** Whether another item is among those of the action. */
  isChosen: (id: string) => Promise<boolean>;
}

export type FailureReason =
  | 'not-found'
  | 'in-trash'
  | 'conflict'
  | 'language-missing'
  | 'fixed-page'
  | 'forbidden'
  | 'unknown-tag'
  | 'too-many-tags'
  | 'too-long'
  | 'no-revision'
  | 'too-many'
  | 'checks'
  | 'warnings';

/**
 * The result, with the previous item if there was one; `others` were done in the same action, and `of` is the one of them that
 * caused a failure.
 */
export type ActionOutcome =
  | { ok: true; undo?: UndoStep; others?: string[] }
  | ({ ok: false; item?: Item; of?: Item } & Refusal);

/** Why an action failed; `most` is the maximum number of items, if there were too many. */
export interface Refusal {
  reason: FailureReason;
  codes: CheckCode[];
  most?: number;
}
