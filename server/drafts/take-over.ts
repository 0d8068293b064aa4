import * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { applyEntries } from './apply-entries.ts';
import type { DraftPart } from './draft-part.ts';
import type { OpenDraft } from './open-draft.ts';

/**
 * Brings into a draft what a program wrote into the item and not into the draft. It is written as a change of what the
 * item said at the last snapshot, so that what was typed since stays; and under a name that follows from what is written,
 * so that doing it twice is doing it once.
 */
export async function takeOver(draftLog: DraftLog, draft: OpenDraft, part: DraftPart, item: Item): Promise<void> {
  const { settled } = draft;
  const entries = (await draftLog.read(draft.key)).filter(({ position }) => position <= settled);
  const base = new Y.Doc();
  applyEntries(base, entries, () => {});
  base.clientID = Number.parseInt(contentHash([draft.key, settled, part.hashInItem(item)]).slice(-8), 36) % 2 ** 32;
  const before = Y.encodeStateVector(base);
  let hasChanged = false;
  base.once('update', () => {
    hasChanged = true;
  });
  base.transact(() => part.take(base, item));
  const update = Y.encodeStateAsUpdate(base, before);
  base.destroy();
  if (hasChanged) await draft.write(update, { source: 'local' });
}
