import { setTimeout as wait } from 'node:timers/promises';
import { Doc } from 'yjs';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { getDocument } from '#core/documents/typed-documents.ts';
import type { DraftLog, OpenedDraft } from '#core/drafts/draft-log.ts';
import { type DraftName, formatDraftName, parseDraftName, SHARED } from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import type { PersonInDraft } from '#core/drafts/presence.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { limitErrors } from '../log/rate-limited-log.ts';
import { createTurns } from './budgets/turns.ts';
import { CLOSE, DraftRefused } from './close-codes.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import { DraftConnection } from './draft-window.ts';
import { createItemSnapshots } from './item-snapshots.ts';
import { judgeDraft } from './judge-draft.ts';
import { loadDraft } from './load-draft.ts';
import { createStateAnswers, type DraftMember, type DraftSocket, ServedDraft } from './served-draft.ts';
import { createDraftTrials } from './trials/draft-trials.ts';
import { createJudgedWrites } from './updates/judged-writes.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/** Milliseconds that a stop waits for drafts to be unloaded. */
const UNLOAD_LIMIT = 2_000;

export interface DraftDocumentsOptions {
  store: DocumentStore;
  config: SiteConfig;
  draftLog: DraftLog;
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

interface FoundDraft {
  name: DraftName;
  item: Item;
  opened?: OpenedDraft | undefined;
}

/** What the caller has just read of an item and its drafts, which is not read again. */
type KnownItem = Pick<SettledItem, 'item' | 'opened'>;

export type DraftDocuments = ReturnType<typeof createDraftDocuments>;

/** The drafts in memory, shared by browsers and programs: each is loaded once, and unloaded when nobody uses it any more. */
export function createDraftDocuments(options: DraftDocumentsOptions) {
  const { store, config, log, isShared = false, onEdited = () => {} } = options;
  // Windows whose words cannot be saved try again and again.
  const limited = limitErrors(log);
  const loaded = new Map<string, ServedDraft>();
  const loading = new Map<string, Promise<void>>();
  const trials = createDraftTrials();
  const known = new Set<string>([...config.locales.map(({ code }) => code), SHARED]);
  const { merge } = trials;
  const snapshots = createItemSnapshots({ ...options, merge, draftsOf });
  const answer = createStateAnswers();
  const inTurn = createTurns();
  let allUnloaded = Promise.withResolvers<void>();
  let isClosed = false;

  /** @throws {DraftRefused} */
  async function find(key: string): Promise<FoundDraft> {
    const name = parseDraftName(key);
    if (!name || !known.has(name.part)) throw new DraftRefused('not-found');
    const document = await getDocument(store, items.at(name.itemId));
    if (!document) throw new DraftRefused('not-found');
    return { name, item: document.data };
  }

  async function load(key: string, { name, item, opened }: FoundDraft): Promise<void> {
    const part = createDraftPart(config, name, item);
    const draft = await loadDraft({
      ...options,
      key,
      name,
      doc: new Doc(),
      item,
      part,
      opened,
      merge,
      events: {
        onForeign: () => snapshots.settleLater(name.itemId),
        onBroken(error) {
          log.error({ err: error, draft: key }, 'An update of a draft cannot be applied; reloading');
          loaded.get(key)?.closeAll();
        },
        onError: (error) => log.warn({ err: error, draft: key }, 'A draft cannot be followed; retrying'),
      },
    });
    const served = new ServedDraft({
      draft,
      writes: createJudgedWrites({ draft, texts: part.richTexts, trials, log }),
      onChange: () => snapshots.settleSoon(name.itemId),
      onAwareness: options.onAwareness,
    });
    if (isClosed) draft.stop();
    loaded.set(key, served);
    if (part.isOvertaken(item) || draft.isUnsettled) void snapshots.settleQuietly(name.itemId);
  }

  /** A draft that stays in memory until it is released. @throws whatever loading it throws */
  async function acquire(key: string, found: FoundDraft): Promise<ServedDraft> {
    for (;;) {
      const served = loaded.get(key);
      // A broken one is loaded anew, while others still leave it.
      if (served && !served.draft.isBroken) {
        served.users += 1;
        served.uses += 1;
        return served;
      }
      const current = loading.get(key) ?? load(key, found).finally(() => loading.delete(key));
      loading.set(key, current);
      await current;
    }
  }

  async function release(served: ServedDraft): Promise<void> {
    served.users -= 1;
    const { draft, uses } = served;
    const isUsed = () => served.users > 0 || served.uses > uses;
    await snapshots.idle(draft.name.itemId);
    if (!isUsed() && draft.isUnsettled && !draft.isBroken) await snapshots.settleQuietly(draft.name.itemId);
    if (!isUsed() && !draft.isBroken) {
      await draft
        .rest()
        .catch((error: unknown) =>
          log.error({ err: error, draft: draft.key }, 'The updates of a draft could not be compacted'),
        );
    }
    if (isUsed()) return;
    if (loaded.get(draft.key) === served) loaded.delete(draft.key);
    served.end();
    if (loaded.size === 0) allUnloaded.resolve();
  }

  function draftsOf(itemId: string): OpenDraft[] {
    return [...loaded.values()].flatMap(({ draft }) => (draft.name.itemId === itemId && !draft.isBroken ? draft : []));
  }

  /**
   * Runs a function with a draft, which is unloaded some time later if nobody else uses it.
   * @throws {DraftRefused} if the draft does not exist @throws whatever the store throws
   */
  async function hold<T>(name: DraftName, use: (held: HeldDraft) => Promise<T>, known?: KnownItem): Promise<T> {
    const key = formatDraftName(name);
    const found = known && { name, item: known.item, opened: known.opened?.get(name.part) };
    const served = await acquire(key, found ?? (await find(key)));
    try {
      const { item } = known ?? (await find(key));
      return await use({ draft: served.draft, item, part: createDraftPart(config, name, item) });
    } finally {
      void release(served);
    }
  }

  /** Opens a draft for a browser. @throws {DraftRefused} */
  async function enter(key: string, socket: DraftSocket): Promise<DraftConnection> {
    const found = await find(key);
    const right = judgeDraft(socket.actor, found.name, found.item);
    if (right === 'none') throw new DraftRefused('permission-denied');
    const served = await acquire(key, found);
    served.draft.follow();
    const connection: DraftConnection = new DraftConnection({
      served,
      socket,
      right,
      isShared,
      answer,
      inTurn,
      log: limited,
      onLeave: onEdited,
      release: () => void release(served),
    });
    try {
      // Rights may have changed while the draft was loading.
      await judgeAgain((other) => other === connection);
    } catch (error) {
      connection.leave();
      throw error;
    }
    onEdited();
    return connection;
  }

  /** Checks the rights of connections again. Those whose right changed must connect again. */
  async function judgeAgain(concerns: (member: DraftMember, draft: OpenDraft) => boolean): Promise<void> {
    for (const { draft, members } of [...loaded.values()]) {
      const concerned = () => [...members].filter((member) => concerns(member, draft));
      if (concerned().length === 0) continue;
      const found = await find(draft.key).catch((error: unknown) => {
        if (error instanceof DraftRefused) return undefined;
        throw error;
      });
      for (const member of concerned()) {
        const right = found ? judgeDraft(member.socket.actor, found.name, found.item) : 'none';
        if (right === member.right) continue;
        member.right = 'read';
        member.socket.close(CLOSE.reset);
      }
    }
  }

  return {
    enter,
    hold,
    judgeSocket: (socket: DraftSocket) => judgeAgain((member) => member.socket === socket),
    judgeItem: (itemId: string) => judgeAgain((_, { name }) => name.itemId === itemId),
    snapshots,
    size: () => loaded.size,
    /** The people whose browsers are connected, once per window. */
    people: () => [...loaded.values()].flatMap((served) => served.people()),
    /** Shows the people of other instances to those who have the same drafts open. */
    showOthers(people: readonly PersonInDraft[]): void {
      for (const served of loaded.values()) served.showOthers(people.filter(({ draft }) => draft === served.draft.key));
    },
    /** Whether a program overwrote an item whose draft is in memory. */
    isOvertaken: (item: Item) =>
      draftsOf(item.id).some((draft) => createDraftPart(config, draft.name, item).isOvertaken(item)),
    /** Whether a draft in memory may have more than the item. */
    isUnsettled: (itemId: string) => draftsOf(itemId).some((draft) => draft.isUnsettled),
    /** Whether somebody has a draft of an item open. */
    hasOpen: (itemId: string) =>
      [...loaded.values()].some(({ draft, members }) => draft.name.itemId === itemId && members.size > 0),
    openItems: () =>
      new Set([...loaded.values()].flatMap(({ draft, members }) => (members.size > 0 ? draft.name.itemId : []))),
    /** Disconnects all editors of an item and accepts no more updates. */
    async closeItem(itemId: string): Promise<void> {
      for (const served of loaded.values()) {
        if (served.draft.name.itemId !== itemId) continue;
        served.draft.close();
        served.closeAll();
      }
      await snapshots.idle(itemId);
    },
    /** Takes pending snapshots, and resolves when all drafts are unloaded. */
    async close(): Promise<void> {
      snapshots.stop();
      const openItems = new Set([...loaded.values()].map(({ draft }) => draft.name.itemId));
      await Promise.all([...openItems].map((itemId) => snapshots.settleQuietly(itemId)));
      await Promise.all([...openItems].map((itemId) => snapshots.idle(itemId)));
      if (loaded.size > 0) {
        allUnloaded = Promise.withResolvers();
        await Promise.race([allUnloaded.promise, wait(UNLOAD_LIMIT, undefined, { ref: false })]);
      }
      trials.end();
      // A draft that is being loaded, or still in use after the limit, is not unloaded.
      isClosed = true;
      for (const { draft } of loaded.values()) draft.stop();
    },
    parts: [...known],
  };
}
