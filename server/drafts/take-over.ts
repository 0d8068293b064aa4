import * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftPart } from './draft-part.ts';
import type { MergeDraft } from './trials/draft-trials.ts';
import type { OpenDraft } from './updates/open-draft.ts';

export interface TakeOverDependencies {
  draftLog: DraftLog;
  merge: MergeDraft;
  /** Whether the item is still as it was read. */
  isCurrent: () => Promise<boolean>;
}

/**
 * Brings a program's change of the item into its draft. Written as a change relative to the item's last snapshot, so that later
 * typing is kept, and with a client id derived from the change, so that it is idempotent.
 * @throws {PreconditionFailed} if the item has changed: then the last snapshot may be another one
 */
export async function takeOver(
  { draftLog, merge, isCurrent }: TakeOverDependencies,
  draft: OpenDraft,
  part: DraftPart,
  item: Item,
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
