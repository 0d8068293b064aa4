import * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import { contentHash } from '#core/documents/content-hash.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { applyEntries } from './apply-entries.ts';
import type { DraftMapping } from './draft-mapping.ts';
import type { DraftPart } from './draft-part.ts';
import type { OpenDraft } from './open-draft.ts';

/**
 * Brings a program's change of the item into its draft. Written as a change relative to the item's last snapshot, so that later
 * typing is kept, and with a client id derived from the change, so that it is idempotent.
 */
export async function takeOver(
  { draftLog, mapping }: { draftLog: DraftLog; mapping: DraftMapping },
  draft: OpenDraft,
  part: DraftPart,
  item: Item,
): Promise<void> {
  const { settled } = draft;
  const entries = (await draftLog.read(draft.key)).filter(({ position }) => position <= settled);
  const base = new Y.Doc();
  applyEntries(base, entries, () => {});
  const oldTexts = mapping.readOldTexts(base, part.richTexts);
  if (!mapping.hasTakenOldTexts(base, oldTexts)) Y.applyUpdate(base, mapping.convertOldTexts(oldTexts));
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
