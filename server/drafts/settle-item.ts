import * as Y from 'yjs';
import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { sameContents } from '#core/documents/compare-values.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidWrite, PreconditionFailed } from '#core/documents/errors.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { UnitOfWork } from '#core/documents/unit-of-work.ts';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { SettledItem } from '#core/drafts/drafts.ts';
import type { HasRoom } from '#core/drafts/item-room.ts';
import { cardDocuments, stageItem } from '#core/item-cards/stage-item.ts';
import { publicDocuments, withPublicationStates } from '#core/publishing/publication-states.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import type { MergeDraft } from './trials/draft-trials.ts';
import type { OpenDraft } from './updates/open-draft.ts';

export interface SettleDependencies {
  store: DocumentStore;
  config: SiteConfig;
  hasRoom: HasRoom;
  draftLog: DraftLog;
  merge: MergeDraft;
  now: () => number;
}

/** What settling an item reads, which is read while a change of its drafts is written. */
export interface ReadAhead {
  unit: UnitOfWork;
  /** Resolves once it was read. */
  isRead: Promise<void>;
  /** When the item was known, as `performance.now()`. */
  at: number;
}

/** Begins to read what settling an item will read. */
export function readAhead(
  { store, config }: Pick<SettleDependencies, 'store' | 'config'>,
  { item, version }: Pick<SettledItem, 'item' | 'version'>,
): ReadAhead {
  const at = performance.now();
  const unit = new UnitOfWork(store, [{ ref: items.at(item.id), data: item, version }]);
  const isRead = readSettling(unit, config, item);
  // Who settles is told.
  isRead.catch(() => {});
  return { unit, isRead, at };
}

function readSettling(unit: UnitOfWork, config: SiteConfig, item: Item): Promise<void> {
  return unit.read([...publicDocuments(item), ...cardDocuments(config, item)]);
}

export interface Settlement {
  /** The parts that keep their last snapshot. */
  refused: DraftPartName[];
  /** The item as it is now, if it is known. */
  after?: Pick<SettledItem, 'item' | 'version'>;
  /** Records in the logs what is settled. */
  note(): Promise<void>;
}

/**
 * Updates an item's snapshot from its drafts, its drafts from programs' changes to the item, and the state of each language.
 * Writes nothing if nothing has changed. A part that is too long or malformed keeps its last snapshot and does not affect the
 * others.
 * @param ahead what was read already, from a time at which the drafts had everything that the item has
 * @throws {PreconditionFailed} if all attempts conflicted @throws {InvalidWrite} for what no item may contain
 */
export async function settleItem(
  dependencies: SettleDependencies,
  itemId: string,
  drafts: readonly OpenDraft[],
  ahead?: ReadAhead,
): Promise<Settlement> {
  try {
    return await settleTogether(dependencies, itemId, drafts, ahead);
  } catch (error) {
    if (!(error instanceof InvalidWrite)) throw error;
    const settlements: Settlement[] = [];
    for (const draft of drafts) settlements.push(await settleAlone(dependencies, itemId, draft));
    return {
      refused: settlements.flatMap(({ refused }) => refused),
      async note() {
        for (const { note } of settlements) await note();
      },
    };
  }
}

/** Refuses the part if the store does not take it. */
async function settleAlone(dependencies: SettleDependencies, itemId: string, draft: OpenDraft): Promise<Settlement> {
  try {
    return await settleTogether(dependencies, itemId, [draft]);
  } catch (error) {
    if (!(error instanceof InvalidWrite)) throw error;
    return { refused: [draft.name.part], note: async () => {} };
  }
}

function settleTogether(
  dependencies: SettleDependencies,
  itemId: string,
  drafts: readonly OpenDraft[],
  given?: ReadAhead,
): Promise<Settlement> {
  const { store, config } = dependencies;
  let unused = given;
  return retryOnConflict<Settlement>(async () => {
    const ahead = unused;
    unused = undefined;
    const unit = ahead?.unit ?? new UnitOfWork(store);
    const ref = items.at(itemId);
    await (ahead?.isRead ?? unit.read([ref]));
    const item = unit.get(ref);
    if (!item) return { refused: [], note: async () => {} };
    // After the item was read: a snapshot never has less than the one before it, whoever took that.
    const behind = drafts.filter(({ currentAt }) => !ahead || currentAt < ahead.at);
    await Promise.all([...behind.map((draft) => draft.catchUp()), readSettling(unit, config, item)]);
    const isCurrent = async () => {
      const [document] = await store.batchGet([ref.path]);
      return document?.version === unit.versionOf(ref);
    };
    const { next, positions, refused } = await snapshotOf(dependencies, item, drafts, isCurrent);
    if (positions.size === 0) return { refused, after: { item, version: unit.versionOf(ref) }, note: async () => {} };
    const settled = await withPublicationStates(unit, config, next);
    if (!sameContents(withoutHashes(settled), withoutHashes(item))) stageItem(unit, config, settled);
    await unit.commit();
    return {
      refused,
      after: { item: unit.get(ref) ?? settled, version: unit.versionOf(ref) },
      async note() {
        for (const [draft, position] of positions) await draft.settle(position);
      },
    };
  });
}

/** The item without hashes, which alone are no reason to write it. */
function withoutHashes({ draftHash: _, ...item }: Item) {
  const languages = Object.entries(item.languages).map(([language, { draftHash: _, ...content }]) => [
    language,
    content,
  ]);
  return { ...item, languages: Object.fromEntries(languages) };
}

/** A draft that differs from the item, or may. */
interface Changed {
  draft: OpenDraft;
  part: DraftPart;
  isTyped: boolean;
}

/** The drafts with unsettled changes, after bringing programs' changes to the item into them. */
async function changedDrafts(
  dependencies: SettleDependencies,
  item: Item,
  drafts: readonly OpenDraft[],
  isCurrent: () => Promise<boolean>,
): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (const draft of drafts) {
    const part = createDraftPart(dependencies.config, draft.name, item);
    const isOvertaken = part.isOvertaken(item);
    const isTyped = draft.isUnsettled;
    if (!isOvertaken && !isTyped) continue;
    if (isOvertaken) await takeOver(dependencies, draft, part, item, isCurrent);
    changed.push({ draft, part, isTyped });
  }
  return changed;
}

async function snapshotOf(
  dependencies: SettleDependencies,
  item: Item,
  drafts: readonly OpenDraft[],
  isCurrent: () => Promise<boolean>,
): Promise<{ next: Item; positions: Map<OpenDraft, number>; refused: DraftPartName[] }> {
  const positions = new Map<OpenDraft, number>();
  let waiting = await changedDrafts(dependencies, item, drafts, isCurrent);
  let next = item;
  let editor: OpenDraft['editor'];
  let isEdited = false;
  // A part that became shorter may make space for others: repeat until no more fit.
  for (let taken = Number.POSITIVE_INFINITY; taken > 0 && waiting.length > 0; ) {
    const refused: Changed[] = [];
    for (const each of waiting) {
      const { draft, part, isTyped } = each;
      const position = draft.position;
      const after = part.put(draft.doc, next);
      const before = next;
      if (!dependencies.hasRoom(after, () => before)) {
        refused.push(each);
        continue;
      }
      const isSame = sameContents(withoutHashes(next), withoutHashes(after));
      next = after;
      positions.set(draft, position);
      if (!isTyped || isSame) continue;
      isEdited = true;
      editor = draft.editor ?? editor;
    }
    taken = waiting.length - refused.length;
    waiting = refused;
  }
  if (isEdited) next = { ...next, editedAt: dependencies.now(), ...(editor && { editedBy: editor }) };
  return { next, positions, refused: waiting.map(({ draft }) => draft.name.part) };
}

/**
 * Brings a program's change of the item into its draft. Written as a change relative to the item's last snapshot, so that later
 * typing is kept, and with a client id derived from the change, so that it is idempotent.
 * @throws {PreconditionFailed} if the item has changed: then the last snapshot may be another one
 */
async function takeOver(
  { draftLog, merge }: Pick<SettleDependencies, 'draftLog' | 'merge'>,
  draft: OpenDraft,
  part: DraftPart,
  item: Item,
  isCurrent: () => Promise<boolean>,
): Promise<void> {
  const [opened] = await draftLog.open([draft.key]);
  const { settled = 0, entries = await draftLog.read(draft.key) } = opened ?? {};
  if (!(await isCurrent())) throw new PreconditionFailed(item.id, 'it was changed');
  const { base, position } = await snapshotIn(entries, settled, part, item, merge);
  base.clientID = Number.parseInt(contentHash([draft.key, position, part.hashInItem(item)]).slice(-8), 36) % 2 ** 32;
  const before = Y.encodeStateVector(base);
  let hasChanged = false;
  base.once('update', () => {
    hasChanged = true;
  });
  base.transact(() => part.take(base, item));
  const update = Y.encodeStateAsUpdate(base, before);
  base.destroy();
  if (hasChanged) await draft.write(update);
}

/**
 * The draft as the item's last snapshot has it: up to the position that was noted, or a later one if the process that took the
 * snapshot has not noted it yet.
 */
async function snapshotIn(
  entries: readonly DraftEntry[],
  settled: number,
  part: DraftPart,
  item: Item,
  merge: MergeDraft,
): Promise<{ base: Y.Doc; position: number }> {
  const upTo = async (position: number) => {
    const earlier = entries.filter((entry) => entry.position <= position);
    return { base: await loadUpdates(merge, earlier), position };
  };
  const noted = await upTo(settled);
  const later = entries.filter(({ position }) => position > settled);
  if (later.length === 0 || part.isSnapshot(noted.base, item)) return noted;
  for (const { position } of later) {
    const found = await upTo(position);
    if (part.isSnapshot(found.base, item)) {
      noted.base.destroy();
      return found;
    }
    found.base.destroy();
  }
  return noted;
}

/** A document with the updates of a draft, without those that cannot be applied. @throws Error if that takes too long */
async function loadUpdates(merge: MergeDraft, entries: readonly Pick<DraftEntry, 'update'>[]): Promise<Y.Doc> {
  const merged = await merge(entries.map(({ update }) => update));
  if (merged === 'costly') throw new Error('It takes too long to apply the updates of a draft');
  const doc = new Y.Doc();
  Y.applyUpdate(doc, merged.update);
  return doc;
}
