import type { Document } from '@hocuspocus/server';
import { parseDraftName } from '#core/drafts/draft-name.ts';
import type { EditedItem } from '#core/live/live-topics.ts';
import type { DraftSocket } from './draft-socket.ts';

/** Who has which items open for writing, each person once per item. */
export function editedItems(documents: Iterable<Document>): EditedItem[] {
  const items = new Map<string, Map<string, string>>();
  for (const document of documents) {
    const itemId = parseDraftName(document.name)?.itemId;
    if (itemId === undefined) continue;
    const people = items.get(itemId) ?? new Map<string, string>();
    for (const { readOnly, context } of document.getConnections()) {
      const { socket } = context as { socket?: DraftSocket };
      if (!readOnly && socket) people.set(socket.actor.id, socket.actor.name);
    }
    if (people.size > 0) items.set(itemId, people);
  }
  return [...items].map(([itemId, people]) => ({
    itemId,
    people: [...people].map(([id, name]) => ({ id, name })),
  }));
}
