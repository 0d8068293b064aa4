/**
 * The port to the storage of drafts: an append-only log of updates per draft. Adapters treat updates as opaque bytes. Every
 * adapter passes `adapters/contracts/draft-log.contract.ts`.
 */
export interface DraftLog {
  /** Whether each update has the position after that of the one before it in its draft. */
  readonly isConsecutive: boolean;
  /** At most `limit` names of drafts that have updates, in an order of the log's own, after one of them; for copies. */
  names(after: string | undefined, limit: number): Promise<string[]>;
  /** The updates of a draft after a position, or all of them, in order; empty if there are none. */
  read(name: string, after?: number): Promise<DraftEntry[]>;
  /**
   * Appends an update. Durable once resolved.
   * @param patience milliseconds after the draft's last write that it may wait for others to be written with; 0 by default
   * @returns its position
   */
  append(name: string, update: Uint8Array, patience?: number): Promise<number>;
  /**
   * Replaces all updates up to and including a position by one merged update. Later updates stay. Does nothing if there is no
   * update up to that position. A loss of power may undo it, with everything written after it.
   */
  compact(name: string, through: number, merged: Uint8Array): Promise<void>;
  /**
   * Follows a draft that several processes write: delivers the updates after a position, then each later one, in order and whoever
   * appended it. A merged update that reaches beyond what was delivered is delivered whole. Nothing is delivered before it returns.
   * @returns a function that stops following
   */
  follow(name: string, onEntries: (entries: DraftEntry[]) => void, options: DraftFollowOptions): () => void;
  /** Deletes a draft. */
  remove(name: string): Promise<void>;

  /**
   * Records that the item's snapshot includes everything up to and including a position. Never decreases. A loss of power may
   * undo it, with everything written after it; the snapshot is then taken again.
   */
  settle(name: string, through: number): Promise<void>;
  /** Drafts as they are now, read together. */
  open(names: readonly string[]): Promise<OpenedDraft[]>;
  /** Drafts with later updates, which are missing in the item's snapshot after a crash. */
  unsettled(): Promise<string[]>;
}

/** A draft as it was read. */
export interface OpenedDraft {
  /** The last position that was recorded as settled; 0 initially. */
  settled: number;
  isUnsettled: boolean;
  /** All its updates; missing where they must be read (`read`), as those of long drafts. */
  entries?: DraftEntry[];
}

export interface DraftFollowOptions {
  /** The last known position; 0 for none. */
  after: number;
  /** Called once if the log can no longer be followed, or if `onEntries` threw; no more calls follow. */
  onError: (error: Error) => void;
}

export interface DraftEntry {
  /** Increases with every update of the draft. Those of other drafts are independent. */
  position: number;
  update: Uint8Array;
}
