import { parseDraftName } from '../drafts/draft-name.ts';
import type { PersonInDraft } from '../drafts/presence.ts';
import type { EditedItem } from './live-topics.ts';

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
