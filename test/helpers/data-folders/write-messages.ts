import { setDocument } from '#core/documents/typed-documents.ts';
import type { InboxMessage } from '#core/inbox/messages-collection.ts';
import { messages } from '#core/inbox/messages-collection.ts';
import { openSite } from './open-site.ts';

/** A message in the inbox, unread. */
export function messageOf(rest: Partial<InboxMessage> = {}): InboxMessage {
  return {
    at: Date.UTC(2026, 10, 20, 15),
    name: 'Luis Ortega',
    email: 'luis@example.org',
    text: '¿Debo suspender la metformina?\nGracias',
    language: 'es',
    folder: 'inbox',
    unread: true,
    note: '',
    ...rest,
  };
}

/** Stores messages in a data folder, by id. */
export async function writeMessages(dataDir: string, all: { [id: string]: InboxMessage }): Promise<void> {
  const { store, close } = await openSite(dataDir);
  await store.commit(Object.entries(all).map(([id, message]) => setDocument(messages.at(id), message)));
  await close();
}
