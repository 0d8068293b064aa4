import * as Y from 'yjs';
import type { DraftEntry } from '#core/drafts/draft-log.ts';
import type { MergeDraft } from './draft-trials.ts';

/** A document with the updates of a draft, without those that cannot be applied. @throws Error if that takes too long */
export async function loadUpdates(merge: MergeDraft, entries: readonly Pick<DraftEntry, 'update'>[]): Promise<Y.Doc> {
  const merged = await merge(entries.map(({ update }) => update));
  if (merged === 'costly') throw new Error('It takes too long to apply the updates of a draft');
  const doc = new Y.Doc();
  Y.applyUpdate(doc, merged.update);
  return doc;
}
