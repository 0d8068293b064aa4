import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, type Document, Hocuspocus, OutgoingMessage, type WebSocketLike } from '@hocuspocus/server';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { type DraftName, formatDraftName, parseDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { PersonInDraft } from '#core/drafts/presence.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import type { Frame } from './check-frame.ts';
import { CLOSE, DraftRefused } from './close-codes.ts';
import type { DraftMapping } from './draft-mapping.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import type { DraftContext, DraftSocket } from './draft-socket.ts';
import { createItemSnapshots } from './item-snapshots.ts';
import { judgeConnections } from './judge-connections.ts';
import { type DraftRight, judgeDraft } from './judge-draft.ts';
import { loadDraft } from './load-draft.ts';
import { createOthersIn, peopleIn } from './presence/people-in-drafts.ts';
import { bringsChanges, closeAll, createUpdateReceiver, type ReceivingDraft } from './receive-update.ts';
import { type AwarenessStates, signAwareness } from './sign-awareness.ts';
import { createStateAnswers } from './state-answers.ts';
import { createDraftTrials } from './trials/draft-trials.ts';
import { MOST_CHEAP_BYTES } from './updates/judge-update.ts';
import { createJudgedWrites, type JudgedWrites } from './updates/judged-writes.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/** Debounce of snapshots after a change, and maximum delay, in milliseconds; longer where a shared database counts writes. */
const SETTLE = { debounce: 300, maxDebounce: 900 };
const SETTLE_SHARED = { debounce: 5_000, maxDebounce: 10_000 };

/** Milliseconds without messages after which a socket is closed; browsers send a heartbeat every 15 s. */
const IDLE_LIMIT = 90_000;

/** Maximum drafts per socket, open or opening: a page has three. */
export const MAX_DRAFTS = 12;

/** What it costs to forward a change to one browser, in bytes of the sender's budget: some 10 µs. */
const FORWARDING = 256;

/** Milliseconds that a stop waits for drafts to be unloaded. */
const UNLOAD_LIMIT = 2_000;

export interface DraftDocumentsOptions {
  store: DocumentStore;
  config: SiteConfig;
  draftLog: DraftLog;
  mapping: DraftMapping;
  log: Pick<Log, 'warn' | 'error'>;
  /** Whether other instances of the server have the same drafts open. */
  isShared?: boolean;
  /** Called when `edited` may give something else. */
  onEdited?: () => void;
  /** Called when somebody moves. */
  onAwareness?: () => void;
  now?: () => number;
  /** Milliseconds without changes by other processes after which their changes are settled here. */
  settleForeignAfter?: number;
}

/** A draft held by a program, with functions to read and change it. */
export interface HeldDraft {
  draft: OpenDraft;
  /** The item when the hold began. */
  item: Item;
  part: DraftPart;
}

export type DraftDocuments = ReturnType<typeof createDraftDocuments>;

/** The drafts in memory, shared by browsers and programs: each is loaded once, and unloaded when nobody uses it any more. */
export function createDraftDocuments(options: DraftDocumentsOptions) {
  const { store, config, mapping, log, onEdited = () => {} } = options;
  const openDrafts = new Map<Document, OpenDraft>();
  const judged = new WeakMap<OpenDraft, JudgedWrites>();
  const trials = createDraftTrials();
  const known = new Set<string>([...config.locales.map(({ code }) => code), SHARED]);
  const { merge } = trials;
  const snapshots = createItemSnapshots({ ...options, merge, draftsOf });
  const othersIn = createOthersIn();
  const updates = createUpdateReceiver(options);
  const answers = createStateAnswers();
  let allUnloaded = Promise.withResolvers<void>();
  let isClosed = false;

  const hocuspocus = new Hocuspocus<DraftContext>({
    quiet: true,
    timeout: IDLE_LIMIT,
    ...(options.isShared ? SETTLE_SHARED : SETTLE),
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
        const draft = await loadDraft({
          ...options,
          key: documentName,
          name,
          doc: document,
          item,
          part,
          merge,
          events: {
            onForeign: () => snapshots.settleLater(name.itemId),
            onBroken(error) {
              log.error({ err: error, draft: documentName }, 'An update of a draft cannot be applied; reloading');
              closeAll(document);
            },
            onError: (error) => log.warn({ err: error, draft: documentName }, 'A draft cannot be followed; retrying'),
          },
        });
        if (isClosed) draft.stop();
        openDrafts.set(document, draft);
        judged.set(draft, createJudgedWrites({ draft, texts: part.richTexts, trials, log }));
        if (part.isOvertaken(item) || draft.isUnsettled) void snapshots.settleQuietly(name.itemId);
      }),

    connected: ({ connection }) =>
      answering(connection.context.socket, connection.document.name, async () => {
        const { document, context } = connection;
        // It may have been unloaded, or be about to be, at the moment it was requested.
        const isGoing = hocuspocus.documents.get(document.name) !== document || openDrafts.get(document)?.isBroken;
        if (isGoing) context.socket.close(CLOSE.reset);
        // Rights may have changed while the draft was loading.
        else await judgeAgain((other) => other === connection);
        if (!context.socket.isClosed) context.socket.opened(document.name);
        onEdited();
      }),

    onDisconnect: async () => onEdited(),

    ...(options.onAwareness && { onAwarenessUpdate: async () => options.onAwareness?.() }),

    async beforeSync({ type, payload, connection, document }) {
      if (bringsChanges(type)) await updates.receive(receivingOf(document), { connection, type, payload });
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
      await draft
        ?.rest()
        .catch((error: unknown) =>
          log.error({ err: error, draft: draft.key }, 'The updates of a draft could not be compacted'),
        );
    },

    async afterUnloadDocument() {
      for (const [document, draft] of openDrafts) {
        if (!document.isDestroyed) continue;
        draft.stop();
        openDrafts.delete(document);
      }
      if (hocuspocus.documents.size === 0) allUnloaded.resolve();
    },
  });

  /**
   * Sends refusals to the client. On an internal error, the socket is closed and the client retries.
   * @throws {DraftRefused}
   */
  async function answering(socket: DraftSocket | undefined, documentName: string, action: () => Promise<void>) {
    try {
      await action();
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
    const document = await getDocument(store, items.at(name.itemId));
    if (!document) throw new DraftRefused('not-found');
    return { name, item: document.data };
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

  function receivingOf(document: Document): ReceivingDraft | undefined {
    const draft = openDrafts.get(document);
    const writes = draft && judged.get(draft);
    return writes && { draft, writes };
  }

  /** @throws {DraftRefused} if the draft does not exist @throws whatever the store throws */
  async function hold<T>(name: DraftName, use: (held: HeldDraft) => Promise<T>): Promise<T> {
    const key = formatDraftName(name);
    for (;;) {
      const direct = await hocuspocus.openDirectConnection(key, {} as DraftContext).catch((error: DraftRefused) => {
        throw error.cause ?? error;
      });
      const { document } = direct;
      const draft = document && openDrafts.get(document);
      try {
        // It may have been unloaded at the moment it was requested.
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

  /** The connection of a socket to an open draft. */
  function connectionTo(socket: DraftSocket, documentName: string): Connection | undefined {
    const document = hocuspocus.documents.get(documentName);
    return document?.getConnections().find(({ context }) => context.socket === socket);
  }

  return {
    connect: (webSocket: WebSocketLike, request: Request, socket: DraftSocket) =>
      hocuspocus.handleConnection(webSocket, request, { socket }),
    /** Begins to write a change whose message Hocuspocus is given next. */
    arrived(socket: DraftSocket, { name, kind, payload }: Frame): void {
      const connection = connectionTo(socket, name);
      const receiving = connection && receivingOf(connection.document);
      if (receiving) updates.arrived(receiving, connection, payload, kind === 'answers');
    },
    answer(socket: DraftSocket, { name, payload }: Frame): void {
      const connection = connectionTo(socket, name);
      if (connection) answers.answer(connection, payload);
    },
    /** What the work that a message causes costs in bytes, if it depends on the draft. */
    costOf({ name, kind, payload }: Frame): number {
      const document = hocuspocus.documents.get(name);
      if (!document) return 0;
      const size = openDrafts.get(document)?.bytes ?? 0;
      if (kind === 'asks') return Math.max(size / 4, 4 * payload.byteLength);
      if (kind === 'answers') return size / 8;
      if (kind === 'update' && payload.byteLength > MOST_CHEAP_BYTES) return size / 4;
      return document.getConnectionsCount() * FORWARDING;
    },
    /** A socket's right to an open draft; `none` if it is not open. */
    rightTo(socket: DraftSocket, documentName: string): DraftRight {
      const connection = connectionTo(socket, documentName);
      if (!connection) return 'none';
      return connection.readOnly ? 'read' : 'write';
    },
    /** Tells a socket that its updates were not saved. */
    tellUnsaved(socket: DraftSocket, documentName: string): void {
      const answer = new OutgoingMessage(documentName).writeSyncStatus(false).toUint8Array();
      connectionTo(socket, documentName)?.send(answer);
    },
    hold,
    judgeSocket: (socket: DraftSocket) => judgeAgain(({ context }) => context.socket === socket),
    judgeItem: (itemId: string) => judgeAgain(({ document }) => parseDraftName(document.name)?.itemId === itemId),
    snapshots,
    /** The people whose browsers are connected, once per window. */
    people: () => peopleIn(hocuspocus.documents.values()),
    /** Shows the people of other instances to those who have the same drafts open. */
    showOthers(people: readonly PersonInDraft[]): void {
      const peopleOf = (name: string) => people.filter(({ draft }) => draft === name);
      for (const [name, document] of hocuspocus.documents) othersIn(document, peopleOf(name));
    },
    /** Whether a program overwrote an item whose draft is in memory. */
    isOvertaken: (item: Item) =>
      draftsOf(item.id).some((draft) => createDraftPart({ config, mapping }, draft.name, item).isOvertaken(item)),
    hasOpen: (itemId: string) => draftsOf(itemId).length > 0,
    openItems: () => new Set([...openDrafts.values()].map(({ name }) => name.itemId)),
    /** Disconnects all editors of an item and accepts no more updates. */
    async closeItem(itemId: string): Promise<void> {
      for (const [document, draft] of openDrafts) {
        if (draft.name.itemId !== itemId) continue;
        draft.close();
        closeAll(document);
      }
      await snapshots.idle(itemId);
    },
    /** Takes pending snapshots, and resolves when all drafts are unloaded. */
    async close(): Promise<void> {
      snapshots.stop();
      const items = new Set([...openDrafts.values()].map(({ name }) => name.itemId));
      await Promise.all([...items].map((itemId) => snapshots.settleQuietly(itemId)));
      if (hocuspocus.documents.size > 0) {
        allUnloaded = Promise.withResolvers();
        await Promise.race([allUnloaded.promise, wait(UNLOAD_LIMIT, undefined, { ref: false })]);
      }
      trials.end();
      // A draft that is being loaded, or still in use after the limit, is not unloaded.
      isClosed = true;
      for (const draft of openDrafts.values()) draft.stop();
    },
    parts: [...known],
  };
}
