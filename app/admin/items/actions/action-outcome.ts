import type { Item } from '#core/content/item.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import type { Locale } from '#core/locales/locale.ts';
import type { ItemFailure } from '#core/publishing/change-item.ts';
import type { PublishFailure } from '#core/publishing/publish-outcome.ts';
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
}

/** The result, with the previous item if there was one. */
export type ActionOutcome = { ok: true; undo?: UndoStep } | ActionFailure;

/** Publishing fails as for everybody else; these are the reasons of the other actions. */
export type ActionFailure = PublishFailure | (ItemFailure<OtherReason> & { item?: Item });

type OtherReason =
  | 'language-missing'
  | 'fixed-page'
  | 'topic-in-use'
  | 'forbidden'
  | 'unknown-tag'
  | 'too-many-tags'
  | 'too-long'
  | 'no-revision';
