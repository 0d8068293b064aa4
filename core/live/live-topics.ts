import type { Permission, PermissionObjects } from '../access/policy.ts';
import { parseDraftName } from '../drafts/draft-name.ts';
import type { PersonInDraft } from '../drafts/presence.ts';

/** What pages of the admin area can listen to, with the permission that it requires. */
export const LIVE_TOPICS = {
  inbox: 'inbox.manage',
  people: 'people.manage',
  items: 'draft.read',
  files: 'media.read',
  presence: 'draft.read',
} as const satisfies { [topic: string]: Exclude<Permission, keyof PermissionObjects> };

export type LiveTopic = keyof typeof LIVE_TOPICS;

export const LIVE_TOPIC_NAMES = Object.keys(LIVE_TOPICS) as LiveTopic[];

/** People who have the editor of an item open. */
export interface EditedItem {
  itemId: string;
  people: { id: string; name: string }[];
}

/** The value of each topic. Of people, items and files, only that something changed. */
export interface LiveValues {
  inbox: { unread: number };
  people: object;
  items: object;
  files: object;
  presence: { edited: EditedItem[] };
}

/** One event of the stream: the state of a topic. Two events with the same revision have the same state. */
export type LiveEvent = {
  [topic in LiveTopic]: { topic: topic; revision: string; value: LiveValues[topic] };
}[LiveTopic];

/** Who has which items open for writing, each person once per item. */
export function editedItems(people: readonly PersonInDraft[]): EditedItem[] {
  const items = new Map<string, Map<string, string>>();
  for (const { draft, id, name, canWrite } of people) {
    const itemId = parseDraftName(draft)?.itemId;
    if (itemId === undefined || !canWrite) continue;
    items.set(itemId, (items.get(itemId) ?? new Map<string, string>()).set(id, name));
  }
  return [...items].map(([itemId, names]) => ({ itemId, people: [...names].map(([id, name]) => ({ id, name })) }));
}
