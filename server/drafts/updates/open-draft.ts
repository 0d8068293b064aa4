import * as Y from 'yjs';
import type { DraftEntry, DraftLog } from '#core/drafts/draft-log.ts';
import type { DraftName } from '#core/drafts/draft-name.ts';
import { MAX_DRAFT_BYTES } from '#core/drafts/draft-shape.ts';
import type { ChangedBy } from '#core/drafts/drafts.ts';
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

/**
 * A draft in memory: the document has its log up to `position`, and what this process has written after it. It changes only
 * through `write`, and by what other processes write.
 */
export class OpenDraft {
  readonly key: string;
  readonly name: DraftName;
  readonly doc: Y.Doc;
  readonly #options: OpenDraftOptions;
  /** The log as far as the document has it. `floor`: its size after the last compaction. */
  readonly #stored: OpenDraftOptions['loaded'] & { floor: number };
  #editor: ChangedBy | undefined;
  #isClosed = false;
  #isBroken = false;
  #changing: Promise<unknown> = Promise.resolve();
  #copyId = newClientId();
  readonly #writing = new Set<OwnUpdate>();
  /** Updates written by this process after `position`, which are applied although earlier ones may be missing. */
  readonly #ahead = new Map<number, Uint8Array>();
  #currentAt = Number.NEGATIVE_INFINITY;
  #following: (() => void) | undefined;

  constructor(options: OpenDraftOptions) {
    const { key, name, doc, loaded } = options;
    this.key = key;
    this.name = name;
    this.doc = doc;
    this.#options = options;
    this.#stored = { ...loaded, floor: loaded.bytes };
  }

  /** The document has every update up to this position. */
  get position(): number {
    return this.#stored.position;
  }

  /** Whether the document may have more than the item's snapshot. */
  get isUnsettled(): boolean {
    return this.#stored.position > this.#stored.settled || this.#ahead.size > 0;
  }

  /** The size of the log in bytes. */
  get bytes(): number {
    return this.#stored.bytes;
  }

  /** The author of the last change since the server started; `undefined` if another process wrote it. */
  get editor(): ChangedBy | undefined {
    return this.#editor;
  }

  /** Whether the document differs from the log, after an update that could not be applied: the draft must be reloaded. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** When the document surely had everything in the log, as `performance.now()`. */
  get currentAt(): number {
    return this.#currentAt;
  }

  /**
   * Appends an update to the log, then applies it to the document.
   * @throws whatever the log throws; nothing has changed then
   * @throws Error for an update that cannot be applied; the draft is then broken and accepts no more
   */
  async write(update: Uint8Array, source: UpdateSource = {}): Promise<WriteOutcome> {
    if (this.#isClosed) return 'closed';
    if (!this.#hasRoomFor(update)) return 'too-large';
    const own: OwnUpdate = { update, source, isApplied: false };
    const start = performance.now();
    this.#writing.add(own);
    try {
      const written = await this.#options.log.append(this.key, update, source.patience);
      if (this.#options.log.isConsecutive && written === this.#stored.position + 1) {
        this.#take([{ position: written, update }]);
        this.#currentAt = start;
      }
      if (own.error) throw own.error;
      if (this.#isBroken) return 'closed';
      if (!own.isApplied && written > this.#stored.position) {
        this.#apply(update, own);
        this.#ahead.set(written, update);
      }
    } finally {
      this.#writing.delete(own);
    }
    return 'saved';
  }

  #hasRoomFor(update: Uint8Array): boolean {
    const added = bytesOf([...this.#writing].filter(({ isApplied }) => !isApplied)) + update.byteLength;
    if (this.#stored.bytes + added <= MAX_DRAFT_BYTES) return true;
    this.#stored.bytes = Y.encodeStateAsUpdate(this.doc).byteLength;
    return this.#stored.bytes + added <= MAX_DRAFT_BYTES;
  }

  /** Applies the next entries of the log. */
  #take(entries: readonly DraftEntry[]): void {
    let isForeign = false;
    for (const entry of entries) {
      if (this.#isBroken || entry.position <= this.#stored.position) continue;
      const isKnown = isSame(entry.update, this.#ahead.get(entry.position));
      const own = [...this.#writing].find(({ update, isApplied }) => !isApplied && isSame(update, entry.update));
      if (!isKnown) {
        try {
          this.#apply(entry.update, own);
        } catch (error) {
          if (own) own.error = error;
          else this.#options.events.onBroken(error);
          return;
        }
      }
      isForeign ||= !isKnown && !own;
      this.#stored.position = entry.position;
      for (const known of this.#ahead.keys()) if (known <= this.#stored.position) this.#ahead.delete(known);
      this.#stored.updates += 1;
      this.#stored.bytes += entry.update.byteLength;
    }
    if (isForeign) this.#options.events.onForeign();
  }

  #apply(update: Uint8Array, own: OwnUpdate | undefined): void {
    this.#editor = own ? (own.source.by ?? this.#editor) : undefined;
    try {
      Y.applyUpdate(this.doc, update, own ? own.source.connection : FROM_ELSEWHERE);
      if (own) own.isApplied = true;
    } catch (error) {
      this.#isBroken = true;
      this.#isClosed = true;
      this.stop();
      throw error;
    }
  }

  /** Writes the effect of `change` on a copy of the document as an update. Changes are serialized. */
  change(change: (doc: Y.Doc) => void, by?: ChangedBy): Promise<WriteOutcome> {
    const turn = this.#changing.then(() => this.#changeNow(change, by));
    this.#changing = turn.catch(() => {});
    return turn;
  }

  async #changeNow(change: (copy: Y.Doc) => void, by?: ChangedBy): Promise<WriteOutcome> {
    const copy = copyOf(this.doc);
    // A fixed client id for all changes by programs, so that the draft does not accumulate one per change.
    copy.clientID = this.#copyId;
    const before = Y.encodeStateVector(copy);
    let hasChanged = false;
    copy.once('update', () => {
      hasChanged = true;
    });
    try {
      copy.transact(() => change(copy));
      return hasChanged ? await this.write(Y.encodeStateAsUpdate(copy, before), { ...(by && { by }) }) : 'saved';
    } catch (error) {
      // The update may have been written nevertheless: its client id must not be used for other changes.
      this.#copyId = newClientId();
      throw error;
    } finally {
      copy.destroy();
    }
  }

  /**
   * Applies `change` to a copy of the document, which the caller must destroy.
   * @returns `undefined` if the draft would be too large
   */
  rehearse(change: (doc: Y.Doc) => void): Y.Doc | undefined {
    const copy = copyOf(this.doc);
    const before = Y.encodeStateVector(copy);
    copy.transact(() => change(copy));
    if (this.#hasRoomFor(Y.encodeStateAsUpdate(copy, before))) return copy;
    copy.destroy();
    return undefined;
  }

  /** Applies what the log has after `position`. */
  async catchUp(): Promise<void> {
    const start = performance.now();
    this.#take(await this.#options.log.read(this.key, this.#stored.position));
    this.#currentAt = start;
  }

  /** Applies what other processes write from now on, for people who have it open. */
  follow(): void {
    this.#following ??= followLog(this.#options.log, this.key, {
      position: () => this.#stored.position,
      onEntries: (entries) => this.#take(entries),
      onError: this.#options.events.onError,
    });
  }

  /** Records that the item's snapshot is current up to a position, and compacts the log. */
  async settle(through: number): Promise<void> {
    const stored = this.#stored;
    if (through <= stored.settled) return;
    await this.#options.log.settle(this.key, through);
    stored.settled = Math.max(stored.settled, through);
    const isLong = stored.updates > COMPACT.updates || stored.bytes - stored.floor > COMPACT.bytes;
    if (stored.isDamaged || isLong) await this.#compact();
  }

  /** Compacts the log before the draft is unloaded, if worthwhile. */
  async rest(): Promise<void> {
    if (this.#stored.updates >= COMPACT.atRest) await this.#compact();
  }

  async #compact(): Promise<void> {
    const { log, merge } = this.#options;
    const stored = this.#stored;
    const all = await log.read(this.key);
    const entries = all.filter((entry) => entry.position <= stored.settled);
    const last = entries.at(-1);
    stored.updates = all.length;
    stored.bytes = bytesOf(all);
    stored.floor = stored.bytes;
    stored.isDamaged = false;
    if (!last || entries.length === 1) return;
    const merged = await merge(entries.map(({ update }) => update));
    // What something follows may have been written later. Tried again after as many updates.
    const isPossible = merged !== 'costly' && !(merged.isIncomplete && entries.length < all.length);
    if (isPossible) {
      await log.compact(this.key, last.position, merged.update);
      stored.updates -= entries.length - 1;
      stored.bytes -= bytesOf(entries) - merged.update.byteLength;
      stored.floor = stored.bytes;
    } else stored.updates = 0;
  }

  /** Accepts no more updates. */
  close(): void {
    this.#isClosed = true;
  }

  /** Stops following the log. */
  stop(): void {
    this.#following?.();
  }
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
