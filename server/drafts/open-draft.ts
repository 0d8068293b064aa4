import * as Y from 'yjs';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import { type ChangedBy, MAX_DRAFT_BYTES } from '#core/drafts/drafts.ts';
import { mergeEntries } from './apply-entries.ts';

/** Thresholds for compacting the log: number and bytes of updates, and number of updates when a draft is unloaded. */
const COMPACT = { updates: 300, bytes: 512 * 1024, atRest: 10 };

/** The result of writing an update. `saved`: durable, and applied to the document. */
export type WriteOutcome = 'saved' | 'closed' | 'too-large';

/** A draft in memory: the document has its log up to `position`, and changes only through `write`. */
export interface OpenDraft {
  readonly key: string;
  readonly name: DraftName;
  readonly doc: Y.Doc;
  /** Position of the last applied update. */
  readonly position: number;
  /** Position up to which the item's snapshot is current. */
  readonly settled: number;
  /** The author of the last change since the server started. */
  readonly editor: ChangedBy | undefined;
  /** Whether the document differs from the log, after an update that could not be applied: the draft must be reloaded. */
  readonly isBroken: boolean;
  /**
   * Appends an update to the log, then applies it to the document. @throws whatever the log throws; nothing has changed then
   * @throws Error for an update that cannot be applied; the draft is then broken and accepts no more
   */
  write(update: Uint8Array, origin: unknown, by?: ChangedBy): Promise<WriteOutcome>;
  /** Writes the effect of `change` on a copy of the document as an update. Changes are serialized. */
  change(change: (doc: Y.Doc) => void, origin: unknown, by?: ChangedBy): Promise<WriteOutcome>;
  /**
   * Applies `change` to a copy of the document, which the caller must destroy.
   * @returns `undefined` if the draft would be too large
   */
  rehearse(change: (doc: Y.Doc) => void): Y.Doc | undefined;
  /** Records that the item's snapshot is current up to a position, and compacts the log. */
  settle(through: number): Promise<void>;
  /** Compacts the log before the draft is unloaded, if worthwhile. */
  rest(): Promise<void>;
  /** Accepts no more updates. */
  close(): void;
}

export interface OpenDraftOptions {
  key: string;
  name: DraftName;
  doc: Y.Doc;
  log: DraftLog;
  /** The log that the document was loaded from. */
  loaded: {
    position: number;
    settled: number;
    updates: number;
    bytes: number;
    /** Whether some updates were skipped; compacting removes them. */
    isDamaged: boolean;
  };
}

export function createOpenDraft({ key, name, doc, log, loaded }: OpenDraftOptions): OpenDraft {
  let { position, settled, updates, bytes, isDamaged } = loaded;
  /** Size after the last compaction. */
  let floor = bytes;
  let editor: ChangedBy | undefined;
  let isClosed = false;
  let isBroken = false;
  let changing: Promise<unknown> = Promise.resolve();
  let copyId = newClientId();

  async function write(update: Uint8Array, origin: unknown, by?: ChangedBy): Promise<WriteOutcome> {
    if (isClosed) return 'closed';
    if (!hasRoomFor(update)) return 'too-large';
    const written = await log.append(key, update);
    position = Math.max(position, written);
    updates += 1;
    bytes += update.byteLength;
    editor = by ?? editor;
    try {
      Y.applyUpdate(doc, update, origin);
    } catch (error) {
      isBroken = true;
      isClosed = true;
      throw error;
    }
    return 'saved';
  }

  function hasRoomFor(update: Uint8Array): boolean {
    if (bytes + update.byteLength <= MAX_DRAFT_BYTES) return true;
    bytes = Y.encodeStateAsUpdate(doc).byteLength;
    return bytes + update.byteLength <= MAX_DRAFT_BYTES;
  }

  async function change(apply: (copy: Y.Doc) => void, origin: unknown, by?: ChangedBy): Promise<WriteOutcome> {
    const copy = copyOf(doc);
    // A fixed client id for all changes by programs, so that the draft does not accumulate one per change.
    copy.clientID = copyId;
    const before = Y.encodeStateVector(copy);
    let hasChanged = false;
    copy.once('update', () => {
      hasChanged = true;
    });
    try {
      copy.transact(() => apply(copy));
      return hasChanged ? await write(Y.encodeStateAsUpdate(copy, before), origin, by) : 'saved';
    } catch (error) {
      // The update may have been written nevertheless: its client id must not be used for other changes.
      copyId = newClientId();
      throw error;
    } finally {
      copy.destroy();
    }
  }

  async function compact(): Promise<void> {
    const entries = (await log.read(key)).filter((entry) => entry.position <= settled);
    const last = entries.at(-1);
    if (!last || entries.length < 2) return;
    const merged = mergeEntries(entries, () => {});
    await log.compact(key, last.position, merged);
    const saved = entries.reduce((sum, { update }) => sum + update.byteLength, 0) - merged.byteLength;
    updates -= entries.length - 1;
    bytes -= saved;
    floor = bytes;
    isDamaged = false;
  }

  return {
    key,
    name,
    doc,
    get position() {
      return position;
    },
    get settled() {
      return settled;
    },
    get editor() {
      return editor;
    },
    get isBroken() {
      return isBroken;
    },
    write,
    change(apply, origin, by) {
      const turn = changing.then(() => change(apply, origin, by));
      changing = turn.catch(() => {});
      return turn;
    },
    rehearse(apply) {
      const copy = copyOf(doc);
      const before = Y.encodeStateVector(copy);
      copy.transact(() => apply(copy));
      if (hasRoomFor(Y.encodeStateAsUpdate(copy, before))) return copy;
      copy.destroy();
      return undefined;
    },
    async settle(through) {
      if (through <= settled) return;
      await log.settle(key, through);
      settled = Math.max(settled, through);
      if (isDamaged || updates > COMPACT.updates || bytes - floor > COMPACT.bytes) await compact();
    },
    async rest() {
      if (updates >= COMPACT.atRest) await compact();
    },
    close() {
      isClosed = true;
    },
  };
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

function newClientId(): number {
  const doc = new Y.Doc();
  const { clientID } = doc;
  doc.destroy();
  return clientID;
}
