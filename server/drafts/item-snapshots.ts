import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { PART_TOO_LONG } from '#core/content-types/limits.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import { createHasRoom } from '#core/drafts/item-room.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import type { Log } from '../log/log.ts';
import type { DraftMapping } from './draft-mapping.ts';
import { createDraftPart } from './draft-part.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { OpenDraft } from './open-draft.ts';
import { settleItem } from './settle-item.ts';

export interface ItemSnapshotsOptions {
  store: DocumentStore;
  config: SiteConfig;
  draftLog: DraftLog;
  mapping: DraftMapping;
  log: Pick<Log, 'error'>;
  now?: () => number;
  /** The drafts of an item in memory. */
  draftsOf: (itemId: string) => OpenDraft[];
}

/** Takes what the drafts in memory say into their items, one item's after another. */
export function createItemSnapshots(options: ItemSnapshotsOptions) {
  const { config, mapping, log, draftsOf, now = Date.now } = options;
  const settling = createKeyedQueue();
  const hasRoom = createHasRoom(config.locales.map(({ code }) => code));
  /** Items whose snapshot could not be taken, or not of all parts, so that each is told once. */
  const failing = new Set<string>();
  /** The parts of items that the last snapshot has not, because the item may not hold them. */
  const refusedParts = new Map<string, readonly DraftPartName[]>();

  function settle(itemId: string): Promise<readonly DraftPartName[]> {
    return settling.run(itemId, async () => {
      const refused = await settleItem({ ...options, hasRoom, now }, itemId, draftsOf(itemId));
      if (refused.length > 0) {
        refusedParts.set(itemId, refused);
      } else {
        refusedParts.delete(itemId);
        failing.delete(itemId);
      }
      return refused;
    });
  }

  return {
    hasRoom,
    /** A snapshot that cannot be taken now is taken with the next change, or at the next start: the words are in the log. */
    async settleQuietly(itemId: string | undefined): Promise<void> {
      if (itemId === undefined) return;
      try {
        const refused = await settle(itemId);
        if (refused.length > 0) throw refusalOf(refused);
      } catch (error) {
        if (failing.has(itemId)) return;
        failing.add(itemId);
        const words = error instanceof InvalidWrite ? 'is too large or malformed' : 'cannot be written now';
        log.error({ err: error, item: itemId }, `The snapshot of an item ${words}; its drafts are safe`);
      }
    },
    /** @returns the parts of which the item may not hold what their open drafts say, which `onRefused` hears. */
    async settleIfPossible(
      itemId: string,
      onRefused: (error: InvalidWrite) => void = () => {},
    ): Promise<readonly DraftPartName[]> {
      try {
        const refused = await settle(itemId);
        if (refused.length > 0) onRefused(refusalOf(refused));
        return refused;
      } catch (error) {
        if (!(error instanceof InvalidWrite)) throw error;
        onRefused(error);
        return draftsOf(itemId).map(({ name }) => name.part);
      }
    },
    /**
     * An item as its open drafts say it, with the given documents for some of them. Other drafts that it may not hold are left
     * out: they take no room.
     */
    saidBy(item: Item, instead: ReadonlyMap<OpenDraft, Y.Doc>): Item {
      const refused = refusedParts.get(item.id) ?? [];
      return draftsOf(item.id)
        .filter((open) => instead.has(open) || !refused.includes(open.name.part))
        .reduce((next, open) => {
          const part = createDraftPart({ config, mapping }, open.name, item);
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
