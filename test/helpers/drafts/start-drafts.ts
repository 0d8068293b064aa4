import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createDocumentIdentity } from '#adapters/document-identity/identity.ts';
import { createPasswordHasher } from '#adapters/document-identity/password-hasher.ts';
import { createMemoryDocumentStore } from '#adapters/memory/document-store.ts';
import { createMemoryDraftLog } from '#adapters/memory/draft-log.ts';
import { accountCollections } from '#core/accounts/account-collections.ts';
import type { User, UserAccess } from '#core/accounts/user.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { createAccountCookies } from '#server/accounts/account-cookies.ts';
import { createDraftsService } from '#server/drafts/create-drafts.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import { createContentSite, testCollections, testConfig } from '../content/create-content-site.ts';
import { type DraftClient, type DraftClientOptions, openDraft } from './draft-client.ts';
import { beginLife, livedBy } from './mortal.ts';

const PASSWORD = 'a long enough password';

/** A signed-in person. */
export interface SignedInPerson {
  user: User;
  token: string;
  /** Their session cookie. */
  cookie: string;
}

/** The drafts of a test site on their own server, with people and clients. */
export async function startDrafts(
  options: { store?: DocumentStore; draftLog?: DraftLog; settleForeignAfter?: number; isShared?: boolean } = {},
) {
  const {
    store = createMemoryDocumentStore({ collections: [...testCollections, ...accountCollections] }),
    draftLog = createMemoryDraftLog(),
    settleForeignAfter,
    isShared = false,
  } = options;
  let life = beginLife();
  const { server: http } = createHttpServer((_, response) => response.end(), {
    sockets: {
      accepts: (request) => !life.isOver && service.sockets.accepts(request),
      upgrade: (request, socket, head) => service.sockets.upgrade(request, socket, head),
    },
  });
  const connected = new Set<Socket>();
  http.on('connection', (socket) => {
    connected.add(socket);
    socket.on('close', () => connected.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const log = createFakeLog();
  const identity = createDocumentIdentity({
    store,
    secret: 'a secret of the tests, long enough for all',
    origins: [address],
    languages: ['es', 'en'],
    readSignUpMode: async () => 'open',
    passwords: createPasswordHasher({ memory: 64, passes: 1 }),
    send: async () => {},
    record: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const create = () =>
    createDraftsService({
      config: testConfig,
      origin: address,
      store: livedBy(store, life),
      draftLog: livedBy(draftLog, life),
      identity,
      cookies: createAccountCookies(address),
      trustedProxies: 0,
      log,
      isShared,
      ...(settleForeignAfter !== undefined && { settleForeignAfter }),
    });
  let service = create();
  service.startBackgroundWork();
  const clients: DraftClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.end();
    if (!life.isOver) await service.close();
    await identity.close();
    await new Promise((resolve) => http.close(resolve));
  });
  const client = { userAgent: 'test' };

  return {
    http,
    address,
    store,
    draftLog,
    identity,
    log,
    site: createContentSite(store),
    get drafts() {
      return service.drafts;
    },
    edited: () => service.edited(),
    /** Restarts the drafts on the same store. */
    async restart() {
      await service.close();
      service = create();
      service.startBackgroundWork();
    },
    /** Ends the drafts as `kill -9` would. New ones take over at the same address when they are started. */
    kill() {
      life.isOver = true;
      for (const socket of connected) socket.destroy();
      for (const cut of [...life.cuts]) cut();
    },
    /** Starts the drafts again after they were killed. */
    start() {
      life = beginLife();
      service = create();
      service.startBackgroundWork();
    },
    /** Fails everything that the drafts follow. */
    cut() {
      for (const end of [...life.cuts]) end();
    },
    async signIn(name: string, access: Partial<UserAccess> = {}): Promise<SignedInPerson> {
      const email = `${name.toLowerCase()}@example.org`;
      const made = await identity.createUser({ name, email, password: PASSWORD, language: 'es', ...access });
      if (!made.ok) throw new Error(made.error.code);
      const signedIn = await identity.signIn({ email, password: PASSWORD, remember: false }, client);
      if (!signedIn.ok) throw new Error(signedIn.error.code);
      return { user: made.user, token: signedIn.token, cookie: `meki_session=${signedIn.token}` };
    },
    open(name: string, person?: Pick<SignedInPerson, 'cookie'>, rest: Partial<DraftClientOptions> = {}): DraftClient {
      const opened = openDraft(name, { address, ...(person && { cookie: person.cookie }), ...rest });
      clients.push(opened);
      return opened;
    },
  };
}
