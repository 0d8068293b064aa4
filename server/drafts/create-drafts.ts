import type { IncomingMessage } from 'node:http';
import { items, purgedItems } from '#core/content/collections.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import { parseDraftName } from '#core/drafts/draft-name.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import { type EditedItem, editedItems } from '#core/live/live-topics.ts';
import type { UpgradeHandler } from '../http/http-server.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import type { DraftDocuments, DraftDocumentsOptions } from './draft-documents.ts';
import type { DraftSockets, DraftSocketsOptions } from './draft-sockets.ts';
import { type SharedPresence, sharePresence } from './presence/share-presence.ts';
import { createProgramDrafts, type DraftAccess, settleDrafts } from './program-drafts.ts';
import { refuseUpgrade } from './refusals.ts';

/** The WebSocket path of drafts. */
const DRAFTS_PATH = '/admin/drafts';

export interface DraftsServiceOptions
  extends Omit<DraftDocumentsOptions, 'onEdited' | 'onAwareness'>,
    Omit<DraftSocketsOptions, 'enter' | 'judge'> {}

/** The drafts service: the port for programs, and sockets for browsers. Its modules are loaded lazily. */
export interface DraftsService {
  drafts: Drafts;
  /** Handles WebSocket upgrades. */
  sockets: UpgradeHandler;
  /** Who has which items open for writing. */
  edited(): EditedItem[];
  /** Numbers of drafts in memory and of sockets. */
  counts(): { open: number; sockets: number };
  /** Calls back when `edited` may give something else. @returns a function that stops following */
  followEdited(listener: () => void): () => void;
  /** Settles drafts whose snapshot was prevented by a crash, and follows changes of items by programs. */
  startBackgroundWork(): void;
  /** Closes the sockets so that browsers reconnect, and takes pending snapshots. */
  close(): Promise<void>;
}

interface Loaded {
  documents: DraftDocuments;
  sockets: DraftSockets;
}

export function createDraftsService(options: DraftsServiceOptions): DraftsService {
  const { store, draftLog, log } = options;
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  let stopListening = () => {};
  let background: Promise<void> = Promise.resolve();
  let isStopping = false;
  let shared: SharedPresence | undefined;
  const followers = new Set<() => void>();

  function load(): Promise<Loaded> {
    const onAwareness = options.isShared ? () => shared?.changed() : undefined;
    loading ??= loadDrafts(options, onEdited, onAwareness).then(
      (result) => {
        loaded = result;
        return result;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  const access: DraftAccess = { store, draftLog, load: () => load().then(({ documents }) => documents) };

  function onEdited(): void {
    showOthers();
    shared?.changed();
    notifyFollowers();
  }

  function notifyFollowers(): void {
    for (const follower of followers) follower();
  }

  function showOthers(): void {
    if (shared) loaded?.documents.showOthers(shared.others());
  }

  return {
    drafts: createProgramDrafts(access),
    sockets: {
      accepts: isDraftSocketRequest,
      upgrade(request, socket, head) {
        if (isStopping) return refuseUpgrade(socket, 503);
        load()
          .then(({ sockets }) => sockets.upgrade(request, socket, head))
          .catch((error: unknown) => {
            log.error({ err: error }, 'A socket cannot be opened');
            socket.destroy();
          });
      },
    },
    edited: () => editedItems([...(loaded?.documents.people() ?? []), ...(shared?.others() ?? [])]),
    counts: () => ({ open: loaded?.documents.size() ?? 0, sockets: loaded?.sockets.size() ?? 0 }),
    followEdited(listener) {
      followers.add(listener);
      return () => followers.delete(listener);
    },
    startBackgroundWork() {
      if (options.isShared) {
        const onOthers = () => {
          showOthers();
          notifyFollowers();
        };
        shared = sharePresence({ store, log, own: () => loaded?.documents.people() ?? [], onOthers });
      }
      stopListening = followItems({ store, log, documents: () => loaded?.documents });
      background = settleLeftovers(access, log, () => isStopping);
    },
    async close() {
      isStopping = true;
      stopListening();
      await background;
      await loading?.catch(() => {});
      await loaded?.sockets.close();
      await loaded?.documents.close();
      await shared?.close();
    },
  };
}

interface FollowedItems {
  store: DocumentStore;
  log: Pick<Log, 'error'>;
  /** `undefined` until they are loaded. */
  documents: () => DraftDocuments | undefined;
}

/**
 * Brings programs' changes of items into their open drafts, and checks the rights to them where they may have changed.
 * @returns a function that stops following
 */
function followItems({ store, log, documents }: FollowedItems): () => void {
  function takeIn(drafts: DraftDocuments, itemId: string): void {
    getDocument(store, items.at(itemId))
      .then((item) => item && drafts.isOvertaken(item.data) && void drafts.snapshots.settleQuietly(itemId))
      .catch((error: unknown) => log.error({ err: error }, 'The drafts of a changed item cannot be updated'));
  }

  function judge(drafts: DraftDocuments, itemId: string): void {
    drafts
      .judgeItem(itemId)
      .catch((error: unknown) => log.error({ err: error, item: itemId }, 'Rights to an item cannot be checked now'));
  }

  return listenFromNow(store, 'items', {
    onChanges(changes) {
      const drafts = documents();
      if (!drafts) return;
      const open = drafts.openItems();
      for (const { path, before, after } of changes) {
        const itemId = idOf({ path });
        if (!open.has(itemId)) continue;
        takeIn(drafts, itemId);
        if (before && after && after.trashedAt === before.trashedAt && after.authorId === before.authorId) continue;
        judge(drafts, itemId);
      }
    },
    onGap() {
      const drafts = documents();
      if (!drafts) return;
      for (const itemId of drafts.openItems()) {
        takeIn(drafts, itemId);
        judge(drafts, itemId);
      }
    },
    onError: (error) => log.error({ err: error }, 'Listening to items for their drafts failed; retrying'),
  });
}

/** Settles drafts whose snapshot was prevented by a crash, and removes those of purged items. Failures are logged. */
async function settleLeftovers(access: DraftAccess, log: Pick<Log, 'error'>, isStopping: () => boolean): Promise<void> {
  const { store, draftLog } = access;
  function report(error: unknown, itemId?: string): void {
    if (isStopping()) return;
    const fields = { err: error, ...(itemId !== undefined && { item: itemId }) };
    log.error(fields, 'Some drafts from before the last stop are not in their snapshots yet');
  }

  async function settleOrRemove(itemId: string, names: readonly string[]): Promise<void> {
    const [item, tombstone] = await store.batchGet([items.at(itemId).path, purgedItems.at(itemId).path]);
    if (item || !tombstone) await settleDrafts(access, itemId, (error) => report(error, itemId));
    else for (const name of names) if (parseDraftName(name)?.itemId === itemId) await draftLog.remove(name);
  }

  try {
    const names = await draftLog.unsettled();
    for (const itemId of new Set(names.flatMap((name) => parseDraftName(name)?.itemId ?? []))) {
      if (isStopping()) return;
      await settleOrRemove(itemId, names).catch((error: unknown) => report(error, itemId));
    }
  } catch (error) {
    report(error);
  }
}

/** Whether a request is a WebSocket upgrade at the drafts' path. A request with a body is not. */
function isDraftSocketRequest({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || url?.split('?', 1)[0] !== DRAFTS_PATH) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return headers.upgrade?.toLowerCase() === 'websocket';
}

async function loadDrafts(
  options: DraftsServiceOptions,
  onEdited: () => void,
  onAwareness: (() => void) | undefined,
): Promise<Loaded> {
  const [{ DraftDocuments }, { DraftSockets }] = await Promise.all([
    import('./draft-documents.ts'),
    import('./draft-sockets.ts'),
  ]);
  const documents = new DraftDocuments({ ...options, onEdited, ...(onAwareness && { onAwareness }) });
  const sockets = new DraftSockets({
    ...options,
    enter: (name, socket) => documents.enter(name, socket),
    judge: (socket) => documents.judgeSocket(socket),
  });
  return { documents, sockets };
}
