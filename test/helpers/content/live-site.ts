import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { type Actor, actorOf } from '#core/access/actor.ts';
import { invitations, sessions, users } from '#core/accounts/account-collections.ts';
import type { Identity } from '#core/accounts/identity.ts';
import type { Session } from '#core/accounts/session.ts';
import type { Role, User } from '#core/accounts/user.ts';
import { auditLog } from '#core/audit/audit-log.ts';
import { itemCards } from '#core/content/collections.ts';
import type { Collection } from '#core/documents/collection.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { setDocument } from '#core/documents/typed-documents.ts';
import { fileCards } from '#core/files/file-card.ts';
import { files } from '#core/files/site-file.ts';
import { type InboxMessage, messages } from '#core/inbox/messages-collection.ts';
import { liveClients } from '#core/live/live-clients.ts';
import type { Fetch } from '../../../app/data/transport.ts';
import { createAccountCookies } from '../../../server/accounts/account-cookies.ts';
import { createLiveHub } from '../../../server/live/live-hub.ts';
import { createLiveRoutes } from '../../../server/live/live-routes.ts';
import { createFakeLog } from '../../../server/testing/fake-log.ts';
import { messageOf } from '../data-folders/write-messages.ts';
import { partial } from '../partial.ts';

/** The server side of the data client on a store in memory, without a network. People sign in by naming themselves. */
export function createLiveSite(change: (store: DocumentStore) => DocumentStore = (store) => store) {
  const collections = [
    messages,
    auditLog,
    users,
    sessions,
    invitations,
    itemCards,
    fileCards,
    files,
    liveClients,
  ] as Collection[];
  const store = change(createMemoryDocumentStore({ collections }));
  const log = createFakeLog();
  const hub = createLiveHub({ store, log });
  const stopping = new AbortController();
  const roles = new Map<string, Role>([
    ['eva', 'editor'],
    ['olga', 'owner'],
    ['vera', 'viewer'],
    ['ana', 'author'],
  ]);
  /** The session of each person; another one is another sign-in. */
  const sessionIds = new Map<string, string>();

  const userOf = (id: string): User | undefined => {
    const role = roles.get(id);
    const rest = {
      name: id.toUpperCase(),
      language: 'es',
      languages: [],
      disabled: false,
      confirmed: true,
      createdAt: 0,
    };
    return role && { id, role, email: `${id}@example.org`, ...rest };
  };
  const identity = partial<Identity>({
    session: async (id) => {
      const user = userOf(id);
      if (!user) return { ok: false, error: { code: 'user-token-expired' } };
      const session = partial<Session>({
        id: sessionIds.get(id) ?? `session-of-${id}`,
        expiresAt: Number.MAX_SAFE_INTEGER,
      });
      return { ok: true, user, session, renewed: false };
    },
  });
  const app = createLiveRoutes({
    ...{ hub, store, identity, log, stop: stopping.signal, trustedProxies: 0 },
    cookies: createAccountCookies('http://localhost'),
    findActor: async (id): Promise<Actor | undefined> => {
      const user = userOf(id);
      return user && actorOf(user);
    },
  });

  return {
    store,
    log,
    roles,
    sessionIds,
    /** `fetch` in the browser of a person. */
    fetchAs:
      (person: string): Fetch =>
      async (path, init) =>
        app.request(path, { ...init, headers: { ...(init.headers as object), cookie: `meki_session=${person}` } }),
    put: (id: string, rest: Partial<InboxMessage> = {}) =>
      store.commit([setDocument(messages.at(id), messageOf(rest))]),
    async message(id: string): Promise<InboxMessage | undefined> {
      const [document] = await store.batchGet([messages.at(id).path]);
      return document?.data as InboxMessage | undefined;
    },
    close() {
      stopping.abort();
      hub.close();
    },
  };
}
