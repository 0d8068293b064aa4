import { type Connection, type Document, Hocuspocus, OutgoingMessage, type WebSocketLike } from '@hocuspocus/server';
import { contentPath } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { type DraftName, formatDraftName, parseDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { CLOSE, DraftRefused } from './close-codes.ts';
import type { DraftMapping } from './draft-mapping.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import type { DraftSocket } from './draft-socket.ts';
import { createItemSnapshots } from './item-snapshots.ts';
import { judgeConnections } from './judge-connections.ts';
import { type DraftRight, judgeDraft } from './judge-draft.ts';
import { loadDraft } from './load-draft.ts';
import type { OpenDraft } from './open-draft.ts';
import { bringsChanges, closeAll, receiveUpdate } from './receive-update.ts';
import { type AwarenessStates, signAwareness } from './sign-awareness.ts';

/** Milliseconds without a change after which the snapshot is taken, and the most that it waits. */
const SETTLE = { debounce: 300, maxDebounce: 900 };

/** Milliseconds of silence after which a socket is closed; a browser tells every 15 s that it is there. */
const IDLE_LIMIT = 90_000;

/** Drafts that one socket may have open, or be about to open: a page has three. */
export const MAX_DRAFTS = 12;

/** Milliseconds that a stop waits for drafts to be let go of. */
const UNLOAD_LIMIT = 2_000;

export interface DraftDocumentsOptions {
  store: DocumentStore;
  config: SiteConfig;
  draftLog: DraftLog;
  mapping: DraftMapping;
  log: Pick<Log, 'warn' | 'error'>;
  now?: () => number;
}

/** A draft with how to read and change it, as a program holds it. */
export interface HeldDraft {
  draft: OpenDraft;
  /** As it was when the draft was taken hold of. */
  item: Item;
  part: DraftPart;
}

interface Context {
  socket: DraftSocket;
}

export type DraftDocuments = ReturnType<typeof createDraftDocuments>;

/** The drafts in memory, the same for browsers and programs: each is loaded once, and goes when the last one lets go. */
export function createDraftDocuments(options: DraftDocumentsOptions) {
  const { store, config, draftLog, mapping, log } = options;
  const openDrafts = new Map<Document, OpenDraft>();
  const known = new Set<string>([...config.locales.map(({ code }) => code), SHARED]);
  const snapshots = createItemSnapshots({ ...options, draftsOf });
  let allUnloaded = Promise.withResolvers<void>();

  const hocuspocus = new Hocuspocus<Context>({
    quiet: true,
    timeout: IDLE_LIMIT,
    ...SETTLE,
    maxPendingDocuments: MAX_DRAFTS,

    onAuthenticate: ({ documentName, context: { socket }, connectionConfig, socketId }) =>
      answering(socket, documentName, async () => {
        const { name, item } = await find(documentName);
        const right = judgeDraft(socket.actor, name, item);
        if (right === 'none') throw new DraftRefused('permission-denied');
        if (connectionsOf(socketId).length >= MAX_DRAFTS) throw new DraftRefused('too-many');
        connectionConfig.readOnly = right === 'read';
      }),

    onLoadDocument: ({ document, documentName, context }) =>
      answering(context.socket, documentName, async () => {
        const { name, item } = await find(documentName);
        const part = createDraftPart({ config, mapping }, name, item);
        const draft = await loadDraft({ key: documentName, name, doc: document, item, part, draftLog, log });
        openDrafts.set(document, draft);
        if (part.isOvertaken(item) || draft.position > draft.settled) void snapshots.settleQuietly(name.itemId);
      }),

    connected: ({ connection }) =>
      answering(connection.context.socket, connection.document.name, async () => {
        const { document, context } = connection;
        // It may have been let go of in the very moment in which it was asked for, or be about to.
        const isGoing = hocuspocus.documents.get(document.name) !== document || openDrafts.get(document)?.isBroken;
        if (isGoing) context.socket.close(CLOSE.reset);
        // Nor does what somebody may do wait until the draft is loaded.
        else await judgeAgain((other) => other === connection);
        if (!context.socket.isClosed) context.socket.opened(document.name);
      }),

    async beforeSync({ type, payload, connection, document }) {
      if (bringsChanges(type)) {
        await receiveUpdate(openDrafts.get(document), { connection, document, type, payload }, log);
      }
    },

    async beforeHandleAwareness({ states, connection, document }) {
      if (!connection) return;
      const { actor } = connection.context.socket as DraftSocket;
      signAwareness(states as AwarenessStates, {
        user: { id: actor.id, name: actor.name },
        own: document.getClients(connection),
        isOthers: (clientId) =>
          document
            .getConnections()
            .some((other) => other.context.socket.actor.id !== actor.id && document.getClients(other).has(clientId)),
      });
    },

    onStoreDocument: ({ document }) => snapshots.settleQuietly(openDrafts.get(document)?.name.itemId),

    async beforeUnloadDocument({ document }) {
      const draft = openDrafts.get(document as Document);
      await draft?.rest().catch((error: unknown) => log.error({ err: error, draft: draft.key }, 'A draft stays long'));
    },

    async afterUnloadDocument() {
      for (const document of openDrafts.keys()) if (document.isDestroyed) openDrafts.delete(document);
      if (hocuspocus.documents.size === 0) allUnloaded.resolve();
    },
  });

  /**
   * Refusals go to whoever asked. A failure of ours is not their affair: the socket is closed, and they try again.
   * @throws {DraftRefused}
   */
  async function answering(socket: DraftSocket | undefined, documentName: string, act: () => Promise<void>) {
    try {
      await act();
    } catch (error) {
      socket?.refused(documentName);
      if (error instanceof DraftRefused) throw error;
      log.error({ err: error, draft: documentName }, 'A draft cannot be opened now');
      socket?.close(CLOSE.notSaved);
      throw new DraftRefused('not-found', { cause: error });
    }
  }

  async function find(documentName: string): Promise<{ name: DraftName; item: Item }> {
    const name = parseDraftName(documentName);
    if (!name || !known.has(name.part)) throw new DraftRefused('not-found');
    const [document] = await store.batchGet([contentPath.item(name.itemId)]);
    if (!document) throw new DraftRefused('not-found');
    return { name, item: document.data as unknown as Item };
  }

  function connectionsOf(socketId: string): Connection[] {
    return [...hocuspocus.documents.values()].flatMap((document) =>
      document.getConnections().filter((connection) => connection.socketId === socketId),
    );
  }

  function draftsOf(itemId: string): OpenDraft[] {
    return [...openDrafts].flatMap(([document, draft]) =>
      draft.name.itemId === itemId && !document.isDestroyed && !draft.isBroken ? draft : [],
    );
  }

  /** @throws {DraftRefused} when there is no such draft @throws whatever the store throws */
  async function hold<T>(name: DraftName, use: (held: HeldDraft) => Promise<T>): Promise<T> {
    const key = formatDraftName(name);
    for (;;) {
      const direct = await hocuspocus.openDirectConnection(key, {} as Context).catch((error: DraftRefused) => {
        throw error.cause ?? error;
      });
      const { document } = direct;
      const draft = document && openDrafts.get(document);
      try {
        // It may have been let go of in the very moment in which it was asked for.
        if (!draft || hocuspocus.documents.get(key) !== document) continue;
        const { item } = await find(key);
        return await use({ draft, item, part: createDraftPart({ config, mapping }, name, item) });
      } finally {
        await direct.disconnect();
      }
    }
  }

  function judgeAgain(concerns: (connection: Connection) => boolean): Promise<void> {
    return judgeConnections(hocuspocus.documents.values(), find, concerns);
  }

  /** The connections of a socket to a draft, of which a browser has one for each of its sessions. */
  function connectionsTo(socket: DraftSocket, documentName: string): Connection[] {
    const document = hocuspocus.documents.get(documentName);
    return document?.getConnections().filter(({ context }) => context.socket === socket) ?? [];
  }

  return {
    connect: (webSocket: WebSocketLike, request: Request, socket: DraftSocket) =>
      hocuspocus.handleConnection(webSocket, request, { socket }),
    /** What a socket may do with a draft that it has open; `none` where it has not. */
    rightTo(socket: DraftSocket, documentName: string): DraftRight {
      const connections = connectionsTo(socket, documentName);
      if (connections.length === 0) return 'none';
      return connections.every(({ readOnly }) => readOnly) ? 'read' : 'write';
    },
    /** Answers a socket that nothing of what it sent was saved. */
    tellUnsaved(socket: DraftSocket, documentName: string): void {
      for (const connection of connectionsTo(socket, documentName)) {
        connection.send(new OutgoingMessage(connection.messageAddress).writeSyncStatus(false).toUint8Array());
      }
    },
    hold,
    judgeSocket: (socket: DraftSocket) => judgeAgain(({ context }) => context.socket === socket),
    judgeItem: (itemId: string) => judgeAgain(({ document }) => parseDraftName(document.name)?.itemId === itemId),
    snapshots,
    /** Whether a draft of the item is in memory and a program wrote over what it says. */
    isOvertaken: (item: Item) =>
      draftsOf(item.id).some((draft) => createDraftPart({ config, mapping }, draft.name, item).isOvertaken(item)),
    hasOpen: (itemId: string) => draftsOf(itemId).length > 0,
    /** Ends every editor of an item, and takes nothing more of it. */
    async closeItem(itemId: string): Promise<void> {
      for (const [document, draft] of openDrafts) {
        if (draft.name.itemId !== itemId) continue;
        draft.close();
        closeAll(document);
      }
      await snapshots.idle(itemId);
    },
    /** Takes the snapshots that are due, and resolves when every draft has been let go of. */
    async close(): Promise<void> {
      const items = new Set([...openDrafts.values()].map(({ name }) => name.itemId));
      await Promise.all([...items].map((itemId) => snapshots.settleQuietly(itemId)));
      if (hocuspocus.documents.size === 0) return;
      allUnloaded = Promise.withResolvers();
      const limit = setTimeout(() => allUnloaded.resolve(), UNLOAD_LIMIT);
      await allUnloaded.promise;
      clearTimeout(limit);
    },
    parts: [...known],
  };
}
