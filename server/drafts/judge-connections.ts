import type { Connection, Document } from '@hocuspocus/server';
import type { Item } from '#core/content/item.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import { CLOSE, DraftRefused } from './close-codes.ts';
import type { DraftSocket } from './draft-socket.ts';
import { judgeDraft } from './judge-draft.ts';

/**
 * Checks the rights of connections again. Connections whose rights changed must reconnect.
 * @param find the item of a draft @throws DraftRefused if it does not exist
 * @param concerns selects the connections to check
 */
export async function judgeConnections(
  documents: Iterable<Document>,
  find: (documentName: string) => Promise<{ name: DraftName; item: Item }>,
  concerns: (connection: Connection) => boolean,
): Promise<void> {
  for (const document of [...documents]) {
    const connections = document.getConnections().filter(concerns);
    if (connections.length === 0) continue;
    const found = await find(document.name).catch((error: unknown) => {
      if (error instanceof DraftRefused) return undefined;
      throw error;
    });
    for (const connection of connections) {
      const { socket } = connection.context as { socket: DraftSocket };
      const right = found ? judgeDraft(socket.actor, found.name, found.item) : 'none';
      if (right === (connection.readOnly ? 'read' : 'write')) continue;
      connection.readOnly = true;
      socket.close(CLOSE.reset);
    }
  }
}
