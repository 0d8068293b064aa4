import * as Y from 'yjs';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import { type ChangedBy, MAX_DRAFT_BYTES } from '#core/drafts/drafts.ts';
import type { MergeDraft } from '../trials/draft-trials.ts';

/** Thresholds for compacting the log: number and bytes of updates, and number of updates when a draft is unloaded. */
const COMPACT = { updates: 300, bytes: 512 * 1024, atRest: 10 };

/** Milliseconds before following again after a failure, and at most. Source: the specification, section 9. */
const FIRST_WAIT = 1_000;
const WAIT_FACTOR = 1.5;
const LONGEST_WAIT = 60_000;

/** The origin of updates from other processes, which take the snapshots of them. */
export const FROM_ELSEWHERE = Symbol('another process');

/** Where an update of this process comes from. */
export interface UpdateSource {
  by?: ChangedBy;
  /** The connection of a browser, which needs no copy: the origin of the change. */
  connection?: object;
  /** Milliseconds that it may wait for others, to be written with them. */
  patience?: number;
}

/** The result of writing an update. `saved`: durable, and applied to the document. */
export type WriteOutcome = 'saved' | 'closed' | 'too-large';

/**
 * A draft in memory: the document has its log up to `position`, and what this process has written after it. It changes only
 * through `write`, and by what other processes write.
 */
export interface OpenDraft {
  readonly key: string;
  readonly name: DraftName;
  readonly doc: Y.Doc;
  /** The document has every update up to this position. */
  readonly position: number;
  /** Whether the document may have more than the item's snapshot. */
  readonly isUnsettled: boolean;
  /** The size of the log in bytes. */
  readonly bytes: number;
  /** The author of the last change since the server started; `undefined` if another process wrote it. */
  readonly editor: ChangedBy | undefined;
  /** Whether the document differs from the log, after an update that could not be applied: the draft must be reloaded. */
  readonly isBroken: boolean;
  /**
   * Appends an update to the log, then applies it to the document.
   * @throws whatever the log throws; nothing has changed then
   * @throws Error for an update that cannot be applied; the draft is then broken and accepts no more
   */
  write(update: Uint8Array, source?: UpdateSource): Promise<WriteOutcome>;
  /** Writes the effect of `change` on a copy of the document as an update. Changes are serialized. */
  change(change: (doc: Y.Doc) => void, by?: ChangedBy): Promise<WriteOutcome>;
  /**
   * Applies `change` to a copy of the document, which the caller must destroy.
   * @returns `undefined` if the draft would be too large
   */
  rehearse(change: (doc: Y.Doc) => void): Y.Doc | undefined;
  /** Applies what the log has after `position`. */
  catchUp(): Promise<void>;
  /** When the document surely had everything in the log, as `performance.now()`. */
  readonly currentAt: number;
  /** Applies what other processes write from now on, for people who have it open. */
  follow(): void;
  /** Records that the item's snapshot is current up to a position, and compacts the log. */
  settle(through: number): Promise<void>;
  /** Compacts the log before the draft is unloaded, if worthwhile. */
  rest(): Promise<void>;
  /** Accepts no more updates. */
  close(): void;
  /** Stops following the log. */
  stop(): void;
}

export interface OpenDraftEvents {
  /** Another process has written updates, which are applied. */
  onForeign: () => void;
  /** An update of another process cannot be applied: the draft is broken. */
  onBroken: (error: unknown) => void;
  /** The log cannot be followed now; it is retried. */
  onError: (error: Error) => void;
}

export interface OpenDraftOptions {
  key: string;
  name: DraftName;
  doc: Y.Doc;
  log: DraftLog;
  merge: MergeDraft;
  /** The log that the document was loaded from. */
  loaded: {
    position: number;
    settled: number;
    updates: number;
    bytes: number;
    /** Whether some updates were skipped; compacting removes them. */
    isDamaged: boolean;
  };
  events: OpenDraftEvents;
}

/** An update that this process is writing. */
interface OwnUpdate {
  update: Uint8Array;
  source: UpdateSource;
  isApplied: boolean;
  /** Why it cannot be applied. */
  error?: unknown;
}

export function createOpenDraft({ key, name, doc, log, merge, loaded, events }: OpenDraftOptions): OpenDraft {
  let { position, settled, updates, bytes, isDamaged } = loaded;
  /** Size after the last compaction. */
  let floor = bytes;
  let editor: ChangedBy | undefined;
  let isClosed = false;
  let isBroken = false;
  let changing: Promise<unknown> = Promise.resolve();
  let copyId = newClientId();
  const writing = new Set<OwnUpdate>();
  /** Updates written by this process after `position`, which are applied although earlier ones may be missing. */
  const ahead = new Map<number, Uint8Array>();
  let currentAt = Number.NEGATIVE_INFINITY;
  let following: (() => void) | undefined;
  const stop = () => following?.();

  /** Applies the next entries of the log. */
  function take(entries: readonly DraftEntry[]): void {
    let isForeign = false;
    for (const entry of entries) {
      if (isBroken || entry.position <= position) continue;
      const isKnown = isSame(entry.update, ahead.get(entry.position));
      const own = [...writing].find(({ update, isApplied }) => !isApplied && isSame(update, entry.update));
      if (!isKnown) {
        try {
          apply(entry.update, own);
        } catch (error) {
          if (own) own.error = error;
          else events.onBroken(error);
          return;
        }
      }
      isForeign ||= !isKnown && !own;
      position = entry.position;
      for (const known of ahead.keys()) if (known <= position) ahead.delete(known);
      updates += 1;
      bytes += entry.update.byteLength;
    }
    if (isForeign) events.onForeign();
  }

  function apply(update: Uint8Array, own: OwnUpdate | undefined): void {
    editor = own ? (own.source.by ?? editor) : undefined;
    try {
      Y.applyUpdate(doc, update, own ? own.source.connection : FROM_ELSEWHERE);
      if (own) own.isApplied = true;
    } catch (error) {
      isBroken = true;
      isClosed = true;
      stop();
      throw error;
    }
  }

  async function write(update: Uint8Array, source: UpdateSource = {}): Promise<WriteOutcome> {
    if (isClosed) return 'closed';
    if (!hasRoomFor(update)) return 'too-large';
    const own: OwnUpdate = { update, source, isApplied: false };
    const start = performance.now();
    writing.add(own);
    try {
      const written = await log.append(key, update, source.patience);
      if (log.isConsecutive && written === position + 1) {
        take([{ position: written, update }]);
        currentAt = start;
      }
      if (own.error) throw own.error;
      if (isBroken) return 'closed';
      if (!own.isApplied && written > position) {
        apply(update, own);
        ahead.set(written, update);
      }
    } finally {
      writing.delete(own);
    }
    return 'saved';
  }

  function hasRoomFor(update: Uint8Array): boolean {
    const added = bytesOf([...writing].filter(({ isApplied }) => !isApplied)) + update.byteLength;
    if (bytes + added <= MAX_DRAFT_BYTES) return true;
    bytes = Y.encodeStateAsUpdate(doc).byteLength;
    return bytes + added <= MAX_DRAFT_BYTES;
  }

  async function change(apply: (copy: Y.Doc) => void, by?: ChangedBy): Promise<WriteOutcome> {
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
      return hasChanged ? await write(Y.encodeStateAsUpdate(copy, before), { ...(by && { by }) }) : 'saved';
    } catch (error) {
      // The update may have been written nevertheless: its client id must not be used for other changes.
      copyId = newClientId();
      throw error;
    } finally {
      copy.destroy();
    }
  }

  async function compact(): Promise<void> {
    const all = await log.read(key);
    const entries = all.filter((entry) => entry.position <= settled);
    const last = entries.at(-1);
    updates = all.length;
    bytes = bytesOf(all);
    floor = bytes;
    isDamaged = false;
    if (!last || entries.length === 1) return;
    const merged = await merge(entries.map(({ update }) => update));
    // What something follows may have been written later. Tried again after as many updates.
    const isPossible = merged !== 'costly' && !(merged.isIncomplete && entries.length < all.length);
    if (isPossible) {
      await log.compact(key, last.position, merged.update);
      updates -= entries.length - 1;
      bytes -= bytesOf(entries) - merged.update.byteLength;
      floor = bytes;
    } else updates = 0;
  }

  return {
    key,
    name,
    doc,
    get position() {
      return position;
    },
    get isUnsettled() {
      return position > settled || ahead.size > 0;
    },
    get bytes() {
      return bytes;
    },
    get editor() {
      return editor;
    },
    get isBroken() {
      return isBroken;
    },
    write,
    change(apply, by) {
      const turn = changing.then(() => change(apply, by));
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
    async catchUp() {
      const start = performance.now();
      take(await log.read(key, position));
      currentAt = start;
    },
    get currentAt() {
      return currentAt;
    },
    follow() {
      following ??= followLog(log, key, { position: () => position, onEntries: take, onError: events.onError });
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
    stop,
  };
}

function bytesOf(entries: readonly Pick<DraftEntry, 'update'>[]): number {
  return entries.reduce((sum, { update }) => sum + update.byteLength, 0);
}

function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
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

interface FollowLogOptions {
  /** The position from which to follow. */
  position: () => number;
  onEntries: (entries: DraftEntry[]) => void;
  /** Called when following failed; it is retried, with growing waits. */
  onError: (error: Error) => void;
}

/** Follows a draft's log, again after a failure. @returns a function that stops following */
function followLog(
  log: Pick<DraftLog, 'follow'>,
  key: string,
  { position, onEntries, onError }: FollowLogOptions,
): () => void {
  let failures = 0;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};

  function begin(): void {
    stop = log.follow(
      key,
      (entries) => {
        failures = 0;
        onEntries(entries);
      },
      {
        after: position(),
        onError(error) {
          if (isEnded) return;
          onError(error);
          const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * WAIT_FACTOR ** failures++);
          timer = setTimeout(begin, wait).unref();
        },
      },
    );
  }

  begin();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    stop();
  };
}
