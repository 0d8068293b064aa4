/** What programs and people were told is kept, and what they sent without being told. */
export interface Ledger {
  /** A draft that is written over and over: the last text that was acknowledged, and those sent since. */
  summary: { acknowledged: string; sent: Set<string> };
  /** An item that is changed in two languages and published in both: the same for its number. */
  published: { acknowledged: number; sent: Set<number> };
  /** Items by id, with the title that they were created with. */
  created: Map<string, string>;
  /** Pictures by id, with their pixels. */
  uploads: Map<string, Uint8Array>;
  /** How many acknowledgements of each kind there were. */
  counts: { summaries: number; publications: number; created: number; uploads: number; letters: number };
}

export function createLedger(): Ledger {
  return {
    summary: { acknowledged: '', sent: new Set() },
    published: { acknowledged: 0, sent: new Set() },
    created: new Map(),
    uploads: new Map(),
    counts: { summaries: 0, publications: 0, created: 0, uploads: 0, letters: 0 },
  };
}
