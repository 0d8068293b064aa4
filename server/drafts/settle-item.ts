import { items } from '#core/content/collections.ts';
import type { Item } from '#core/content/item.ts';
import { sameContents } from '#core/documents/compare-values.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { InvalidWrite } from '#core/documents/errors.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { createUnitOfWork } from '#core/documents/unit-of-work.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftPartName } from '#core/drafts/draft-name.ts';
import type { HasRoom } from '#core/drafts/item-room.ts';
import { stageItem } from '#core/item-cards/stage-item.ts';
import { withPublicationStates } from '#core/publishing/publication-states.ts';
import type { SiteConfig } from '#core/site/site-config.ts';
import { createDraftPart, type DraftPart } from './draft-part.ts';
import { takeOver } from './take-over.ts';
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

/**
 * Updates an item's snapshot from its drafts, its drafts from programs' changes to the item, and the state of each language.
 * Writes nothing if nothing has changed. A part that is too long or malformed keeps its last snapshot and does not affect the
 * others.
 * @returns those parts
 * @throws {PreconditionFailed} if all attempts conflicted @throws {InvalidWrite} for what no item may contain
 */
export async function settleItem(
  dependencies: SettleDependencies,
  itemId: string,
  drafts: readonly OpenDraft[],
): Promise<DraftPartName[]> {
  try {
    return await settleTogether(dependencies, itemId, drafts);
  } catch (error) {
    if (!(error instanceof InvalidWrite)) throw error;
    const refused: DraftPartName[] = [];
    for (const draft of drafts) refused.push(...(await settleAlone(dependencies, itemId, draft)));
    return refused;
  }
}

/** @returns the part if the store does not take it */
async function settleAlone(
  dependencies: SettleDependencies,
  itemId: string,
  draft: OpenDraft,
): Promise<DraftPartName[]> {
  try {
    return await settleTogether(dependencies, itemId, [draft]);
  } catch (error) {
    if (!(error instanceof InvalidWrite)) throw error;
    return [draft.name.part];
  }
}

function settleTogether(
  dependencies: SettleDependencies,
  itemId: string,
  drafts: readonly OpenDraft[],
): Promise<DraftPartName[]> {
  return retryOnConflict(async () => {
    const unit = createUnitOfWork(dependencies.store);
    const ref = items.at(itemId);
    await unit.read([ref]);
    const item = unit.get(ref);
    if (!item) return [];
    // After the item was read: a snapshot never has less than the one before it, whoever took that.
    for (const draft of drafts) await draft.catchUp();
    const isCurrent = async () => {
      const [document] = await dependencies.store.batchGet([ref.path]);
      return document?.version === unit.versionOf(ref);
    };
    const { next, positions, refused } = await snapshotOf(dependencies, item, drafts, isCurrent);
    if (positions.size === 0) return refused;
    const settled = await withPublicationStates(unit, dependencies.config, next);
    if (!sameContents(withoutHashes(settled), withoutHashes(item))) stageItem(unit, dependencies.config, settled);
    await unit.commit();
    for (const [draft, position] of positions) await draft.settle(position);
    return refused;
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
  { config, draftLog, merge }: SettleDependencies,
  item: Item,
  drafts: readonly OpenDraft[],
  isCurrent: () => Promise<boolean>,
): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (const draft of drafts) {
    const part = createDraftPart(config, draft.name, item);
    const isOvertaken = part.isOvertaken(item);
    const isTyped = draft.isUnsettled;
    if (!isOvertaken && !isTyped) continue;
    if (isOvertaken) await takeOver({ draftLog, merge, isCurrent }, draft, part, item);
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
