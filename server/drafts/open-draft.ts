import * as Y from 'yjs';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import { type ChangedBy, MAX_DRAFT_BYTES } from '#core/drafts/drafts.ts';
import { mergeEntries } from './apply-entries.ts';

/** Updates, and their bytes, after which they are put into one; and how many are worth it when a draft is let go of. */
const COMPACT = { updates: 300, bytes: 512 * 1024, atRest: 10 };

/** What became of an update. `saved`: durable, and part of the document. */
export type WriteOutcome = 'saved' | 'closed' | 'too-large';

/** A draft in memory: what its log holds up to `position`. Its document changes through `write` alone. */
export interface OpenDraft {
  readonly key: string;
  readonly name: DraftName;
  readonly doc: Y.Doc;
  /** Of the last update in the document. */
  readonly position: number;
  /** Up to where the item's snapshot has it. */
  readonly settled: number;
  /** Who changed it last, since the server started. */
  readonly editor: ChangedBy | undefined;
  /** Whether its document is not what the log says, after an update that cannot be applied: it has to be loaded anew. */
  readonly isBroken: boolean;
  /**
   * Makes an update durable, and then part of the document. @throws whatever the log throws; then nothing has changed
   * @throws Error for an update that cannot be applied; then the draft is broken and takes nothing more
   */
  write(update: Uint8Array, origin: unknown, by?: ChangedBy): Promise<WriteOutcome>;
  /** Writes what `change` does to a copy of the document. Changes follow each other. */
  change(change: (doc: Y.Doc) => void, origin: unknown, by?: ChangedBy): Promise<WriteOutcome>;
  /**
   * Does to a copy of the document what `change` would. The caller destroys the copy.
   * @returns `undefined` where the draft has no room for it
   */
  rehearse(change: (doc: Y.Doc) => void): Y.Doc | undefined;
  /** Notes that the item's snapshot has everything up to a position, and puts many updates into one. */
  settle(through: number): Promise<void>;
  /** Puts its updates into one if there are some, before it is let go of. */
  rest(): Promise<void>;
  /** Takes nothing more. */
  close(): void;
}

export interface OpenDraftOptions {
  key: string;
  name: DraftName;
  doc: Y.Doc;
  log: DraftLog;
  /** What the document was loaded from. */
  loaded: {
    position: number;
    settled: number;
    updates: number;
    bytes: number;
    /** Whether some of it was passed over, which need not be met again. */
    isDamaged: boolean;
  };
}

export function createOpenDraft({ key, name, doc, log, loaded }: OpenDraftOptions): OpenDraft {
  let { position, settled, updates, bytes, isDamaged } = loaded;
  /** Of the update that the others were put into last. */
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
    // One author for all that programs write, so that a draft does not remember one for each change.
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
      // It may have been written all the same: what it called its changes may not come to mean others.
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
