import { z } from 'zod';
import type { Actor } from '#core/access/actor.ts';
import { type Act, may } from '#core/access/policy.ts';
import type { ItemPlace } from '#core/content/item-card.ts';
import { itemStandingSchema } from '#core/items/item-standing.ts';
import { MOST_TOGETHER } from '#core/items/publish-items.ts';
import type { StandingChange } from '#core/items/undo-together.ts';

/** What can be done with one item or with many. */
export const ITEM_ACTS = [
  'publish',
  'unpublish',
  'archive',
  'unarchive',
  'trash',
  'untrash',
  'purge',
  'tag',
  'untag',
] as const;

export type ItemAct = (typeof ITEM_ACTS)[number];

/** What the forms of a list ask for besides: the value of their field `intent`. */
export const LIST_INTENTS = [...ITEM_ACTS, 'undo', 'duplicate', 'create', 'move'] as const;

/** What undoes an act on one item. */
export type UndoStep =
  | StandingChange
  /** Of items that were published in one act, and go back in one. */
  | { together: StandingChange[] }
  | { id: string; tag: string; isWanted: boolean };

const standingChangeSchema = z.strictObject({ before: itemStandingSchema, after: itemStandingSchema });

export const undoSchema: z.ZodType<UndoStep[]> = z
  .array(
    z.union([
      standingChangeSchema,
      z.strictObject({ together: z.array(standingChangeSchema).min(1).max(MOST_TOGETHER) }),
      z.strictObject({ id: z.string().min(1).max(120), tag: z.string().min(1).max(60), isWanted: z.boolean() }),
    ]),
  )
  .max(200);

export interface FailedItem {
  id: string;
  title: string;
  href: string;
  /** A sentence. */
  reason: string;
  /** Whether only warnings stand in the way. */
  isWarned: boolean;
}

/** What came of an act on one item or many; or of a part of them, when there are more. */
export interface ActAnswer {
  kind: 'done';
  act: ItemAct | 'undo';
  /** How many are as was asked for by now, and how many of them were so before. */
  done: number;
  unchanged: number;
  failed: FailedItem[];
  undo: UndoStep[];
  /** Those that were done in one act with others, before it was their turn. */
  ahead: string[];
  /** Where the rest begins, when everything that matches was asked for. */
  next?: string;
  /** Those that were marked and are too many for one request. */
  rest?: string[];
  /** What was asked for besides, as fields of the form that asks again: `tag`, `language`, `warnings`, `ahead`, `among`. */
  asked?: { [name: string]: string };
}

/** A form that was not right. */
export interface ListProblem {
  kind: 'problem';
  sentences: string[];
}

/** What cannot be undone waits for a yes, where no script could ask. */
export interface AskAnswer {
  kind: 'ask';
  items: string[];
  all: boolean;
}

/** The acts that a place of a list offers to somebody; each use case asks the table of roles again, about each item. */
export function offeredActs(actor: Actor, place: ItemPlace): ItemAct[] {
  return OFFERED[place].filter((act) => mayEver(actor, act));
}

const OFFERED: { [place in ItemPlace]: readonly ItemAct[] } = {
  shown: ['publish', 'unpublish', 'archive', 'tag', 'untag', 'trash'],
  archived: ['unarchive', 'publish', 'trash'],
  trash: ['untrash', 'purge'],
};

const ASKED: { [act in Exclude<ItemAct, 'trash' | 'untrash' | 'tag' | 'untag'>]: Exclude<Act, keyof WithObjects> } = {
  publish: 'item.publish',
  unpublish: 'item.unpublish',
  archive: 'item.archive',
  unarchive: 'item.archive',
  purge: 'item.purge',
};

type WithObjects = { 'account.use': 0; 'item.edit': 0; 'item.trash': 0; 'preview.share': 0 };

/** Whether there can be an item with which somebody may do it: one of their own, never public. */
function mayEver(actor: Actor, act: ItemAct): boolean {
  const authorId = actor.kind === 'person' ? actor.id : '';
  switch (act) {
    case 'trash':
    case 'untrash':
      return may(actor, 'item.trash', { authorId, wasPublished: false });
    case 'tag':
    case 'untag':
      return may(actor, 'item.edit', { authorId });
    default:
      return may(actor, ASKED[act]);
  }
}
