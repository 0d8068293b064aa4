import { z } from 'zod';
import type { Actor } from '#core/access/actor.ts';
import { may, type Permission } from '#core/access/policy.ts';
import type { ItemPlace } from '#core/content/item-card.ts';
import { itemStandingSchema } from '#core/items/item-standing.ts';

/** Actions on one item or on many. */
export const ITEM_ACTIONS = [
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

export type ItemAction = (typeof ITEM_ACTIONS)[number];

/** The values of the field `intent` in the forms of a list. */
export const LIST_INTENTS = [...ITEM_ACTIONS, 'undo', 'duplicate', 'create', 'createPage', 'move'] as const;

const undoStepSchema = z.union([
  z.strictObject({ before: itemStandingSchema, after: itemStandingSchema }),
  z.strictObject({ id: z.string().min(1).max(120), tag: z.string().min(1).max(60), isWanted: z.boolean() }),
]);

export const undoSchema = z.array(undoStepSchema).max(200);

/** What undoes an action on one item. */
export type UndoStep = z.infer<typeof undoStepSchema>;

export interface FailedItem {
  id: string;
  title: string;
  href: string;
  /** A sentence. */
  reason: string;
  /** The items that have the addresses that this one asks for. */
  holders: { title: string; href: string }[];
  /** Whether there are only warnings. */
  isWarned: boolean;
}

/** The result of an action on one or many items, or on a batch of them. */
export interface ActionAnswer {
  kind: 'done';
  action: ItemAction | 'undo';
  /** Number of items that the action changed. */
  done: number;
  /** Number of items that were in the requested state already. */
  unchanged: number;
  failed: FailedItem[];
  undo: UndoStep[];
  /** Cursor of the remaining items, if all matching ones were requested. */
  next?: string;
  /** Selected items beyond the maximum of one request. */
  rest?: string[];
  /** The other fields of the form, for a repeated request: `tag`, `language`, `warnings`. */
  asked?: { [name: string]: string };
}

/** An invalid form. */
export interface ListProblem {
  kind: 'problem';
  sentences: string[];
}

/** An irreversible action that requires a confirmation without script. */
export interface AskAnswer {
  kind: 'ask';
  items: string[];
  all: boolean;
}

/** The actions that a place of a list offers to a person; each use case checks the policy table again for each item. */
export function offeredActions(actor: Actor, place: ItemPlace): ItemAction[] {
  return OFFERED[place].filter((action) => mayEver(actor, action));
}

const OFFERED: { [place in ItemPlace]: readonly ItemAction[] } = {
  shown: ['publish', 'unpublish', 'archive', 'tag', 'untag', 'trash'],
  archived: ['unarchive', 'publish', 'trash'],
  trash: ['untrash', 'purge'],
};

const ASKED: {
  [action in Exclude<ItemAction, 'trash' | 'untrash' | 'tag' | 'untag'>]: Exclude<Permission, keyof WithObjects>;
} = {
  publish: 'item.publish',
  unpublish: 'item.unpublish',
  archive: 'item.archive',
  unarchive: 'item.archive',
  purge: 'item.purge',
};

type WithObjects = { 'account.use': 0; 'item.edit': 0; 'item.trash': 0; 'preview.share': 0 };

/** Whether the person may do it with any item: with an own item that was never public. */
function mayEver(actor: Actor, action: ItemAction): boolean {
  const authorId = actor.kind === 'person' ? actor.id : '';
  switch (action) {
    case 'trash':
    case 'untrash':
      return may(actor, 'item.trash', { authorId, wasPublished: false });
    case 'tag':
    case 'untag':
      return may(actor, 'item.edit', { authorId });
    default:
      return may(actor, ASKED[action]);
  }
}
