import type { BegunUpload, ReplacedFile } from './upload-files.ts';

/** What was acknowledged to programs and people, and what they sent without an acknowledgement. */
export interface Ledger {
  /** A draft that is written repeatedly: the last acknowledged text, and the texts sent since. */
  summary: { acknowledged: string; sent: Set<string> };
  /** An item that is changed and published in two languages, both with the same number. */
  published: { acknowledged: number; sent: Set<number> };
  /** Created items by id, with their title. */
  created: Map<string, string>;
  /** Uploaded pictures by id, with their pixels. */
  uploads: Map<string, Uint8Array>;
  /** Files on their way in parts, by their address. */
  begun: Map<string, BegunUpload>;
  /** A file that is replaced again and again. */
  replaced?: ReplacedFile;
  /** Number of acknowledgements of each kind. */
  counts: {
    summaries: number;
    publications: number;
    created: number;
    uploads: number;
    letters: number;
    arrived: number;
    replacements: number;
  };
}

export function createLedger(): Ledger {
  return {
    summary: { acknowledged: '', sent: new Set() },
    published: { acknowledged: 0, sent: new Set() },
    created: new Map(),
    uploads: new Map(),
    begun: new Map(),
    counts: { summaries: 0, publications: 0, created: 0, uploads: 0, letters: 0, arrived: 0, replacements: 0 },
  };
}
