import type * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import type { Log } from '../log/log.ts';
import { convertDraft } from './convert-draft.ts';
import type { DraftMapping } from './draft-mapping.ts';
import type { DraftPart } from './draft-part.ts';
import { applyEntries } from './updates/apply-entries.ts';
import { createOpenDraft, type OpenDraft, type OpenDraftEvents } from './updates/open-draft.ts';

export interface LoadDraftOptions {
  key: string;
  name: DraftName;
  /** An empty document to fill. */
  doc: Y.Doc;
  item: Item;
  part: DraftPart;
  mapping: DraftMapping;
  draftLog: DraftLog;
  log: Pick<Log, 'error'>;
  events: OpenDraftEvents;
}

/** Loads a draft from its log. A new draft is created from the item, and stored before it is used. */
export async function loadDraft({
  key,
  name,
  doc,
  item,
  part,
  mapping,
  draftLog,
  log,
  events,
}: LoadDraftOptions): Promise<OpenDraft> {
  let entries = await draftLog.read(key);
  let settled = await draftLog.settledThrough(key);
  const seed = settled === 0 ? part.seed(item) : undefined;
  if (seed && entries.length === 0) entries = [{ position: await draftLog.append(key, seed), update: seed }];
  const [first] = entries;
  if (seed && first && isSame(first.update, seed)) {
    // The item already has everything in the first update.
    await draftLog.settle(key, first.position);
    settled = first.position;
  }
  const errors: unknown[] = [];
  applyEntries(doc, entries, (error) => errors.push(error));
  if (errors.length > 0) {
    log.error({ err: errors[0], draft: key, updates: errors.length }, 'Updates of a draft cannot be read');
  }
  const draft = createOpenDraft({
    key,
    name,
    doc,
    log: draftLog,
    loaded: {
      position: entries.at(-1)?.position ?? 0,
      settled,
      updates: entries.length,
      bytes: entries.reduce((sum, { update }) => sum + update.byteLength, 0),
      isDamaged: errors.length > 0,
    },
    events,
  });
  try {
    await convertDraft({ draft, part, mapping, log, entries });
  } catch (error) {
    draft.stop();
    throw error;
  }
  return draft;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}
