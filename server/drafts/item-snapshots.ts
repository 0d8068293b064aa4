import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import { createHasRoom } from '#core/drafts/item-room.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import { createDraftPart } from './draft-part.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { type ReadAhead, readAhead, type Settlement, settleItem } from './settle-item.ts';
import type { MergeDraft } from './trials/draft-trials.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/**
 * Milliseconds without a further change after which an item is settled, and at most after a change; longer where a shared database
 * counts writes.
 */
const SETTLE = { pause: 300, atMost: 900 };
const SETTLE_SHARED = { pause: 5_000, atMost: 10_000 };

/** Milliseconds after which changes by another process are settled here: it may have been killed. Source: Meki's own. */
const SETTLE_FOREIGN = 30_000;

export interface ItemSnapshotsOptions {
  store: DocumentStore;
  config: SiteConfig;
  draftLog: DraftLog;
  merge: MergeDraft;
  log: Pick<Log, 'error'>;
  now?: () => number;
  /** Whether other instances of the server have the same drafts open, and writes are counted. */
  isShared?: boolean;
  /** Milliseconds without changes by other processes after which their changes, and what could not be settled, are settled here. */
  settleForeignAfter?: number;
  /** The drafts of an item in memory. */
  draftsOf: (itemId: string) => OpenDraft[];
}

/** Settles the drafts in memory into their items, serialized per item. */
export function createItemSnapshots(options: ItemSnapshotsOptions) {
  const { config, log, draftsOf, now = Date.now, settleForeignAfter = SETTLE_FOREIGN } = options;
  const { pause, atMost } = options.isShared ? SETTLE_SHARED : SETTLE;
  /** Items that are settled soon: the timer, and when the first change was made that is not settled. */
  const soon = new Map<string, { timer: NodeJS.Timeout; since: number }>();
  const later = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  const settling = createKeyedQueue();
  const hasRoom = createHasRoom(config.locales.map(({ code }) => code));
  /** Items whose last snapshot failed, completely or for some parts, so that each failure is logged once. */
  const failing = new Set<string>();
  /** The parts that are missing in the last snapshot because they are too long for the item. */
  const refusedParts = new Map<string, readonly DraftPartName[]>();

  /** Resolves once the item has what its drafts have; their logs are told after that, before the item is settled again. */
  function settle(itemId: string, ahead?: ReadAhead): Promise<Settlement> {
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>();
    settling
      .run(itemId, async () => {
        const isDue = soon.has(itemId);
        clearTimeout(soon.get(itemId)?.timer);
        soon.delete(itemId);
        const settlement = await settleItem({ ...options, hasRoom, now }, itemId, draftsOf(itemId), ahead).catch(
          (error: unknown) => {
            if (isDue) settleLater(itemId);
            throw error;
          },
        );
        const { refused } = settlement;
        if (refused.length > 0) {
          refusedParts.set(itemId, refused);
        } else {
          refusedParts.delete(itemId);
          failing.delete(itemId);
        }
        resolve(settlement);
        await settlement.note().catch((error: unknown) => reportFailure(itemId, error));
      })
      .catch(reject);
    return promise;
  }

  function reportFailure(itemId: string, error: unknown): void {
    if (!(error instanceof InvalidWrite)) settleLater(itemId);
    if (failing.has(itemId)) return;
    failing.add(itemId);
    const words = error instanceof InvalidWrite ? 'is too large or malformed' : 'cannot be written now';
    log.error({ err: error, item: itemId }, `The snapshot of an item ${words}; its drafts are safe`);
  }

  /** A failed snapshot is retried later, with the next change, or at the next start: the updates are in the log. */
  async function settleQuietly(itemId: string): Promise<void> {
    try {
      const { refused } = await settle(itemId);
      if (refused.length > 0) throw refusalOf(refused);
    } catch (error) {
      reportFailure(itemId, error);
    }
  }

  /** Settles once nobody has changed the item for a moment. */
  function settleSoon(itemId: string): void {
    const { timer, since = performance.now() } = soon.get(itemId) ?? {};
    clearTimeout(timer);
    if (isStopped) return;
    const wait = Math.min(pause, since + atMost - performance.now());
    const settleNow = () => void settleQuietly(itemId);
    soon.set(itemId, { timer: setTimeout(settleNow, Math.max(0, wait)).unref(), since });
  }

  /**
   * Settles after a time without further calls: what another process wrote, which that process has normally settled then, and what
   * could not be settled.
   */
  function settleLater(itemId: string): void {
    clearTimeout(later.get(itemId));
    if (isStopped) return;
    const settleNow = () => {
      later.delete(itemId);
      void settleQuietly(itemId);
    };
    later.set(itemId, setTimeout(settleNow, settleForeignAfter).unref());
  }

  return {
    hasRoom,
    settleQuietly,
    settleSoon,
    settleLater,
    /** Forgets what was to be settled later. */
    stop(): void {
      isStopped = true;
      for (const { timer } of soon.values()) clearTimeout(timer);
      for (const timer of later.values()) clearTimeout(timer);
    },
    /** Begins to read what settling an item will read, before its drafts change. */
    readAhead: (known: Pick<SettledItem, 'item' | 'version'>) => readAhead(options, known),
    /** `refused`: the parts that are too long for the item; `onRefused` receives the error. */
    async settleIfPossible(
      itemId: string,
      {
        onRefused = () => {},
        ahead,
      }: { onRefused?: ((error: InvalidWrite) => void) | undefined; ahead?: ReadAhead } = {},
    ): Promise<Pick<Settlement, 'refused' | 'after'>> {
      try {
        const settlement = await settle(itemId, ahead);
        if (settlement.refused.length > 0) onRefused(refusalOf(settlement.refused));
        return settlement;
      } catch (error) {
        if (!(error instanceof InvalidWrite)) throw error;
        onRefused(error);
        return { refused: draftsOf(itemId).map(({ name }) => name.part) };
      }
    },
    /**
     * An item as it would be settled, with the given documents instead of some drafts. Other drafts that are too long are left
     * out, so that they take no space.
     */
    saidBy(item: Item, instead: ReadonlyMap<OpenDraft, Y.Doc>): Item {
      const refused = refusedParts.get(item.id) ?? [];
      return draftsOf(item.id)
        .filter((open) => instead.has(open) || !refused.includes(open.name.part))
        .reduce((next, open) => {
          const part = createDraftPart(config, open.name, item);
          return part.put(instead.get(open) ?? open.doc, next);
        }, item);
    },
    /** Resolves when no snapshot of the item is being taken. */
    idle: (itemId: string) => settling.idle(itemId),
  };
}

function refusalOf(parts: readonly DraftPartName[]): InvalidWrite {
  return new InvalidWrite(`${parts.join(', ')}: ${PART_TOO_LONG}`);
}
