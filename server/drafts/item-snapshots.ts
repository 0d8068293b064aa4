import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import { createHasRoom, type HasRoom } from '#core/drafts/item-room.ts';
import type { Log } from '../log/log.ts';
import { createDraftPart } from './draft-part.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { type ReadAhead, readAhead, type SettleDependencies, type Settlement, settleItem } from './settle-item.ts';
import type { OpenDraft } from './updates/open-draft.ts';

/**
 * Milliseconds without a further change after which an item is settled, and at most after a change; longer where a shared database
 * counts writes.
 */
const SETTLE = { pause: 300, atMost: 900 };
const SETTLE_SHARED = { pause: 5_000, atMost: 10_000 };

/** Milliseconds after which changes by another process are settled here: it may have been killed. Source: Meki's own. */
const SETTLE_FOREIGN = 30_000;

export interface ItemSnapshotsOptions extends Omit<SettleDependencies, 'hasRoom' | 'now'> {
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
export class ItemSnapshots {
  readonly hasRoom: HasRoom;
  readonly #options: ItemSnapshotsOptions;
  readonly #settleOptions: SettleDependencies;
  /** Items that are settled soon: the timer, and when the first change was made that is not settled. */
  readonly #soon = new Map<string, { timer: NodeJS.Timeout; since: number }>();
  readonly #later = new Map<string, NodeJS.Timeout>();
  #isStopped = false;
  readonly #settling = createKeyedQueue();
  /** Items whose last snapshot failed, completely or for some parts, so that each failure is logged once. */
  readonly #failing = new Set<string>();
  /** The parts that are missing in the last snapshot because they are too long for the item. */
  readonly #refusedParts = new Map<string, readonly DraftPartName[]>();

  constructor(options: ItemSnapshotsOptions) {
    this.#options = options;
    this.hasRoom = createHasRoom(options.config.locales.map(({ code }) => code));
    this.#settleOptions = { ...options, hasRoom: this.hasRoom, now: options.now ?? Date.now };
  }

  /** Resolves once the item has what its drafts have; their logs are told after that, before the item is settled again. */
  #settle(itemId: string, ahead?: ReadAhead): Promise<Settlement> {
    const { promise, resolve, reject } = Promise.withResolvers<Settlement>();
    this.#settling
      .run(itemId, async () => {
        const isDue = this.#soon.has(itemId);
        clearTimeout(this.#soon.get(itemId)?.timer);
        this.#soon.delete(itemId);
        const drafts = this.#options.draftsOf(itemId);
        const settlement = await settleItem(this.#settleOptions, itemId, drafts, ahead).catch((error: unknown) => {
          if (isDue) this.settleLater(itemId);
          throw error;
        });
        const { refused } = settlement;
        if (refused.length > 0) {
          this.#refusedParts.set(itemId, refused);
        } else {
          this.#refusedParts.delete(itemId);
          this.#failing.delete(itemId);
        }
        resolve(settlement);
        await settlement.note().catch((error: unknown) => this.#reportFailure(itemId, error));
      })
      .catch(reject);
    return promise;
  }

  #reportFailure(itemId: string, error: unknown): void {
    if (!(error instanceof InvalidWrite)) this.settleLater(itemId);
    if (this.#failing.has(itemId)) return;
    this.#failing.add(itemId);
    const words = error instanceof InvalidWrite ? 'is too large or malformed' : 'cannot be written now';
    this.#options.log.error({ err: error, item: itemId }, `The snapshot of an item ${words}; its drafts are safe`);
  }

  /** A failed snapshot is retried later, with the next change, or at the next start: the updates are in the log. */
  async settleQuietly(itemId: string): Promise<void> {
    try {
      const { refused } = await this.#settle(itemId);
      if (refused.length > 0) throw refusalOf(refused);
    } catch (error) {
      this.#reportFailure(itemId, error);
    }
  }

  /** `refused`: the parts that are too long for the item; `onRefused` receives the error. */
  async settleIfPossible(
    itemId: string,
    {
      onRefused = () => {},
      ahead,
    }: { onRefused?: ((error: InvalidWrite) => void) | undefined; ahead?: ReadAhead } = {},
  ): Promise<Pick<Settlement, 'refused' | 'after'>> {
    try {
      const settlement = await this.#settle(itemId, ahead);
      if (settlement.refused.length > 0) onRefused(refusalOf(settlement.refused));
      return settlement;
    } catch (error) {
      if (!(error instanceof InvalidWrite)) throw error;
      onRefused(error);
      return { refused: this.#options.draftsOf(itemId).map(({ name }) => name.part) };
    }
  }

  /** Settles once nobody has changed the item for a moment. */
  settleSoon(itemId: string): void {
    const { timer, since = performance.now() } = this.#soon.get(itemId) ?? {};
    clearTimeout(timer);
    if (this.#isStopped) return;
    const { pause, atMost } = this.#options.isShared ? SETTLE_SHARED : SETTLE;
    const wait = Math.min(pause, since + atMost - performance.now());
    const settleNow = () => void this.settleQuietly(itemId);
    this.#soon.set(itemId, { timer: setTimeout(settleNow, Math.max(0, wait)).unref(), since });
  }

  /**
   * Settles after a time without further calls: what another process wrote, which that process has normally settled then, and what
   * could not be settled.
   */
  settleLater(itemId: string): void {
    clearTimeout(this.#later.get(itemId));
    if (this.#isStopped) return;
    const settleNow = () => {
      this.#later.delete(itemId);
      void this.settleQuietly(itemId);
    };
    this.#later.set(itemId, setTimeout(settleNow, this.#options.settleForeignAfter ?? SETTLE_FOREIGN).unref());
  }

  /** Begins to read what settling an item will read, before its drafts change. */
  readAhead(known: Pick<SettledItem, 'item' | 'version'>): ReadAhead {
    return readAhead(this.#options, known);
  }

  /**
   * An item as it would be settled, with the given documents instead of some drafts. Other drafts that are too long are left
   * out, so that they take no space.
   */
  saidBy(item: Item, instead: ReadonlyMap<OpenDraft, Y.Doc>): Item {
    const { config, draftsOf } = this.#options;
    const refused = this.#refusedParts.get(item.id) ?? [];
    return draftsOf(item.id)
      .filter((open) => instead.has(open) || !refused.includes(open.name.part))
      .reduce((next, open) => {
        const part = createDraftPart(config, open.name, item);
        return part.put(instead.get(open) ?? open.doc, next);
      }, item);
  }

  /** Resolves when no snapshot of the item is being taken. */
  idle(itemId: string): Promise<void> {
    return this.#settling.idle(itemId);
  }

  /** Forgets what was to be settled later. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#soon.values()) clearTimeout(timer);
    for (const timer of this.#later.values()) clearTimeout(timer);
  }
}

function refusalOf(parts: readonly DraftPartName[]): InvalidWrite {
  return new InvalidWrite(`${parts.join(', ')}: ${PART_TOO_LONG}`);
}
