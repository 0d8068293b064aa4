import type { IncomingMessage } from 'node:http';
import type { Identity } from '#core/accounts/identity.ts';
import { items, purgedItems } from '#core/content/collections.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { DocumentStore, FeedChange } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import {
  type DraftName,
  type DraftPartName,
  formatDraftName,
  formatSetAside,
  parseDraftName,
  SHARED,
} from '#core/drafts/draft-name.ts';
import type { Drafts, LanguageDraft, SettledItem, SharedDraft } from '#core/drafts/drafts.ts';
import { type EditedItem, editedItems } from '#core/live/live-topics.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { AccountCookies } from '../accounts/account-cookies.ts';
import type { UpgradeHandler } from '../http/http-server.ts';
import { listenFromNow } from '../listening/listen-from-now.ts';
import type { Log } from '../log/log.ts';
import { createDraftChanges } from './change-drafts.ts';
import { DraftRefused } from './close-codes.ts';
import type { DraftDocuments, HeldDraft } from './draft-documents.ts';
import type { DraftSockets } from './draft-sockets.ts';
import { type SharedPresence, sharePresence } from './presence/share-presence.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** The WebSocket path of drafts. */
const DRAFTS_PATH = '/admin/drafts';

export interface DraftsServiceOptions {
  config: SiteConfig;
  origin: string;
  store: DocumentStore;
  draftLog: DraftLog;
  identity: Identity;
  cookies: AccountCookies;
  trustedProxies: number;
  log: Pick<Log, 'warn' | 'error'>;
  /** @see DraftSocketsOptions */
  build?: string | undefined;
  now?: () => number;
  /** Whether other instances of the server have the same drafts open. They share who has which. */
  isShared?: boolean;
  /** Milliseconds after which changes by other processes are settled here. */
  settleForeignAfter?: number;
}

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

  /** Brings programs' changes of items into their open drafts, and checks the rights to them where they may have changed. */
  function follow(changes: FeedChange[]): void {
    if (!loaded) return;
    for (const { path, before, after } of changes) {
      const itemId = idOf({ path });
      if (!loaded.documents.hasOpen(itemId)) continue;
      takeIn(loaded.documents, itemId);
      if (before && after && after.trashedAt === before.trashedAt && after.authorId === before.authorId) continue;
      judge(loaded.documents, itemId);
    }
  }

  /** After a gap in the changes. */
  function followAll(): void {
    if (!loaded) return;
    for (const itemId of loaded.documents.openItems()) {
      takeIn(loaded.documents, itemId);
      judge(loaded.documents, itemId);
    }
  }

  function takeIn({ isOvertaken, snapshots }: DraftDocuments, itemId: string): void {
    getDocument(store, items.at(itemId))
      .then((item) => item && isOvertaken(item.data) && void snapshots.settleQuietly(itemId))
      .catch((error: unknown) => log.error({ err: error }, 'The drafts of a changed item cannot be updated'));
  }

  function judge(documents: DraftDocuments, itemId: string): void {
    documents
      .judgeItem(itemId)
      .catch((error: unknown) => log.error({ err: error, item: itemId }, 'Rights to an item cannot be checked now'));
  }

  async function settleLeftovers(): Promise<void> {
    const names = await draftLog.unsettled();
    const itemIds = new Set(names.flatMap((name) => parseDraftName(name)?.itemId ?? []));
    for (const itemId of itemIds) {
      if (isStopping) return;
      try {
        if (await isPurged(itemId)) await removeAll(names.filter((name) => parseDraftName(name)?.itemId === itemId));
        else await settle(itemId, (error) => reportLeftover(error, itemId));
      } catch (error) {
        reportLeftover(error, itemId);
      }
    }
  }

  async function isPurged(itemId: string): Promise<boolean> {
    const [item, tombstone] = await store.batchGet([items.at(itemId).path, purgedItems.at(itemId).path]);
    return !item && tombstone !== undefined;
  }

  async function removeAll(names: readonly string[]): Promise<void> {
    for (const name of names) await draftLog.remove(name);
  }

  function reportLeftover(error: unknown, itemId?: string): void {
    if (isStopping) return;
    const fields = { err: error, ...(itemId !== undefined && { item: itemId }) };
    log.error(fields, 'Some drafts from before the last stop are not in their snapshots yet');
  }

  /**
   * Reads an item and its drafts together, and settles those that are not settled.
   * @param onRefused receives the error if some drafts are too long for the item
   */
  async function settle(itemId: string, onRefused?: (error: unknown) => void): Promise<SettledItem | undefined> {
    const { documents } = await load();
    const names = documents.parts.map((part) => ({ itemId, part }));
    const [found, all] = await Promise.all([
      getDocument(store, items.at(itemId)),
      draftLog.open(names.map(formatDraftName)),
    ]);
    if (!found) return undefined;
    const opened = new Map(all.map((each, index) => [names[index]?.part as DraftPartName, each]));
    const known = { item: found.data, version: found.version, refused: [], opened };
    const unsettled = names.filter(({ part }) => opened.get(part)?.isUnsettled);
    const isCurrent = !documents.isUnsettled(itemId) && !documents.isOvertaken(found.data);
    if (unsettled.length === 0 && isCurrent) return known;
    const holdRest = ([name, ...rest]: DraftName[]): ReturnType<DraftDocuments['snapshots']['settleIfPossible']> =>
      name
        ? documents.hold(name, () => holdRest(rest), known)
        : documents.snapshots.settleIfPossible(itemId, { onRefused });
    const { refused, after } = await holdRest(unsettled);
    const now = after ?? (await readItem(itemId));
    return now && { ...now, refused };
  }

  async function readItem(itemId: string): Promise<Pick<SettledItem, 'item' | 'version'> | undefined> {
    const found = await getDocument(store, items.at(itemId));
    return found && { item: found.data, version: found.version };
  }

  /**
   * Runs a function with a draft that includes programs' changes to the item, after settling it if possible.
   * @param known the item if it has just been settled
   * @throws RangeError if it does not exist
   */
  async function hold<T>(
    name: DraftName,
    use: (held: HeldDraft, documents: DraftDocuments, refused: readonly DraftPartName[]) => Promise<T>,
    known?: SettledItem,
  ): Promise<T> {
    const { documents } = await load();
    async function settled({ draft, item, part }: HeldDraft): Promise<readonly DraftPartName[]> {
      if (known && !draft.isUnsettled && !part.isOvertaken(item)) return known.refused;
      return (await documents.snapshots.settleIfPossible(name.itemId)).refused;
    }
    try {
      return await documents.hold(name, async (held) => use(held, documents, await settled(held)), known);
    } catch (error) {
      if (!(error instanceof DraftRefused)) throw error;
      throw new RangeError(`There is no draft ${formatDraftName(name)}`, { cause: error });
    }
  }

  const drafts: Drafts = {
    readLanguage: (itemId, part, known) =>
      hold({ itemId, part }, async (held) => held.part.read(held.draft.doc) as LanguageDraft, known),
    readShared: (itemId) =>
      hold({ itemId, part: SHARED }, async (held) => held.part.read(held.draft.doc) as SharedDraft),
    ...createDraftChanges(hold),
    settle: (itemId) => settle(itemId),
    async remove(itemId) {
      const { documents } = await load();
      await documents.closeItem(itemId);
      const names = documents.parts.map((part) => ({ itemId, part }));
      await removeAll(names.flatMap((name) => [formatDraftName(name), formatSetAside(name)]));
    },
  };

  return {
    drafts,
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
      stopListening = listenFromNow(store, 'items', {
        onChanges: follow,
        onGap: followAll,
        onError: (error) => log.error({ err: error }, 'Listening to items for their drafts failed; retrying'),
      });
      background = settleLeftovers().catch(reportLeftover);
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
  const [{ createDraftDocuments }, { createDraftSockets }] = await Promise.all([
    import('./draft-documents.ts'),
    import('./draft-sockets.ts'),
  ]);
  const documents = createDraftDocuments({ ...options, onEdited, ...(onAwareness && { onAwareness }) });
  const sockets = createDraftSockets({ ...options, enter: documents.enter, judge: documents.judgeSocket });
  return { documents, sockets };
}
