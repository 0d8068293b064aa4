import * as Y from 'yjs';
import type { Item } from '#core/content/item.ts';
import type { DraftEntry, DraftLog, OpenedDraft } from '#core/drafts/draft-log.ts';
import { type DraftName, formatSetAside } from '#core/drafts/draft-name.ts';
import type { Log } from '../log/log.ts';
import type { DraftPart } from './draft-part.ts';
import type { MergeDraft } from './trials/draft-trials.ts';
import type { MergeResult } from './trials/try-draft.ts';
import { createOpenDraft, type OpenDraft, type OpenDraftEvents } from './updates/open-draft.ts';

export interface LoadDraftOptions {
  key: string;
  name: DraftName;
  /** An empty document to fill. */
  doc: Y.Doc;
  item: Item;
  part: DraftPart;
  draftLog: DraftLog;
  /** The draft as its log has just been read. */
  opened?: OpenedDraft | undefined;
  merge: MergeDraft;
  log: Pick<Log, 'warn' | 'error'>;
  events: OpenDraftEvents;
}

/**
 * Loads a draft from its log. A new draft is created from the item, and stored before it is used. A draft that takes too long to
 * load is set aside: its last snapshot, which is in the item, stands in.
 */
export async function loadDraft({
  key,
  name,
  doc,
  item,
  part,
  draftLog,
  opened,
  merge,
  log,
  events,
}: LoadDraftOptions): Promise<OpenDraft> {
  const { entries, settled, merged } = (await read(opened)) ?? (await setAside());
  Y.applyUpdate(doc, merged.update);
  const { errors } = merged;
  if (errors.length > 0) {
    log.error({ err: errors[0], draft: key, updates: errors.length }, 'Updates of a draft cannot be read');
  }
  return createOpenDraft({
    key,
    name,
    doc,
    log: draftLog,
    merge,
    loaded: {
      position: entries.at(-1)?.position ?? 0,
      settled,
      updates: entries.length,
      bytes: entries.reduce((sum, { update }) => sum + update.byteLength, 0),
      isDamaged: errors.length > 0,
    },
    events,
  });

  /** @returns `undefined` if it takes too long to load */
  async function read(known?: OpenedDraft): Promise<ReadDraft | undefined> {
    const now = known ?? (await draftLog.open([key]))[0];
    let { settled = 0, entries = await draftLog.read(key) } = now ?? {};
    const seed = settled === 0 ? part.seed(item) : undefined;
    if (seed && entries.length === 0) entries = [{ position: await draftLog.append(key, seed), update: seed }];
    const [first] = entries;
    if (seed && first && isSame(first.update, seed)) {
      // The item already has everything in the first update.
      await draftLog.settle(key, first.position);
      settled = first.position;
    }
    const merged = await merge(entries.map(({ update }) => update));
    return merged === 'costly' ? undefined : { entries, settled, merged };
  }

  /** Keeps the updates under another name. @throws Error if the item takes too long as well */
  async function setAside(): Promise<ReadDraft> {
    const kept = formatSetAside(name);
    for (const { update } of await draftLog.read(key)) await draftLog.settle(kept, await draftLog.append(kept, update));
    await draftLog.remove(key);
    log.warn({ draft: key, kept }, 'A draft takes too long to load; it is set aside, and its last snapshot stands in');
    const standIn = await read();
    if (!standIn) throw new Error(`The draft ${key} takes too long to load`);
    return standIn;
  }
}

interface ReadDraft {
  entries: DraftEntry[];
  settled: number;
  merged: MergeResult;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}
