import type { Connection, Document } from '@hocuspocus/server';
import { type Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { contentHash } from '#core/documents/content-hash.ts';
import type { PersonInDraft } from '#core/drafts/presence.ts';

/** Maximum length of the name of a field. */
const MAX_PLACE = 40;

/** The people whose browsers are connected to drafts here, once per window. */
export function peopleIn(documents: Iterable<Document>): PersonInDraft[] {
  return [...documents].flatMap((document) =>
    document.getConnections().flatMap((connection) => {
      const { socket } = connection.context as { socket?: { actor: { id: string; name: string } } };
      if (!socket) return [];
      const { id, name } = socket.actor;
      const place = placeOf(document, connection);
      return [{ draft: document.name, id, name, canWrite: !connection.readOnly, ...(place && { place }) }];
    }),
  );
}

function placeOf(document: Document, connection: Connection): string | undefined {
  for (const client of document.getClients(connection)) {
    const place: unknown = document.awareness.getStates().get(client)?.place;
    if (typeof place === 'string' && place.length <= MAX_PLACE) return place;
  }
  return undefined;
}

/** Shows the people of other instances in the awareness of a document, without carets, under client ids of this process. */
export function createOthersIn(): (document: Document, people: readonly PersonInDraft[]) => void {
  const process = crypto.randomUUID();
  const shown = new WeakMap<Document, Set<number>>();
  let clock = 0;
  return (document, people) => {
    const former = shown.get(document) ?? new Set<number>();
    const states = new Map<number, object | null>();
    for (const client of former) states.set(client, null);
    const present = new Set<number>();
    for (const { id, name, place } of people) {
      const client = Number.parseInt(contentHash([process, id]).slice(-8), 36) % 2 ** 32;
      states.set(client, { user: { id, name }, ...(place && { place }) });
      present.add(client);
    }
    if (states.size === 0) return;
    clock += 1;
    const meta = new Map([...states.keys()].map((client) => [client, { clock, lastUpdated: 0 }]));
    // The encoder reads no other members.
    const update = encodeAwarenessUpdate({ states, meta } as Awareness, [...states.keys()]);
    applyAwarenessUpdate(document.awareness, update, { source: 'redis' });
    shown.set(document, present);
  };
}
