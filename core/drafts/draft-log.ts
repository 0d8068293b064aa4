/**
 * The port to whatever keeps drafts: for each draft, the updates that make it up, in the order in which they came.
 * What an update says is the business of whoever writes it; two adapters never interpret it. Every adapter passes
 * `adapters/contracts/draft-log.contract.ts`.
 */
export interface DraftLog {
  /** Every update of a draft in order; none for a draft that nobody wrote yet. */
  read(name: string): Promise<DraftEntry[]>;
  /** Adds an update. It survives a crash from the moment that this resolves. @returns its position. */
  append(name: string, update: Uint8Array): Promise<number>;
  /**
   * Puts one update in the place of all up to and including a position. What came after it stays. Nothing happens when
   * there is no update up to there.
   */
  compact(name: string, through: number, merged: Uint8Array): Promise<void>;
  /** Forgets a draft. */
  remove(name: string): Promise<void>;

  /** Notes that the item's snapshot has everything up to and including a position. It never goes back. */
  settle(name: string, through: number): Promise<void>;
  /** The position that was noted last; 0 before. */
  settledThrough(name: string): Promise<number>;
  /** The drafts with updates that come after that, which a crash kept from the item's snapshot. */
  unsettled(): Promise<string[]>;
}

export interface DraftEntry {
  /** Grows with every update of the draft. */
  position: number;
  update: Uint8Array;
}
