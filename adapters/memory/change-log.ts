import { documentPath } from '#core/documents/document-path.ts';
import type { Document, DocumentPath } from '#core/documents/document-store.ts';
import type { ChangeRetention } from '#core/documents/listening/change-source.ts';

/** One write in the log: the document before and after. */
export interface LogEntry {
  version: number;
  at: number;
  collection: string;
  id: string;
  before: Document | undefined;
  after: Document | undefined;
}

/** The changes of a store, oldest first. */
export interface ChangeLog {
  readonly trimmedVersion: number;
  append(entries: readonly LogEntry[]): void;
  entriesAfter(version: number): LogEntry[];
  firstAfter(version: number, path: DocumentPath): LogEntry | undefined;
}

/** An in-memory log. The last commit is never trimmed. */
export function createChangeLog(retention: ChangeRetention): ChangeLog {
  let log: (LogEntry & { bytes: number })[] = [];
  let bytes = 0;
  let trimmedVersion = 0;

  const trim = (newest: LogEntry) => {
    const excess = log.length - retention.rows;
    const byRows = excess > 0 ? (log[excess - 1]?.version ?? 0) : 0;
    const byAge = log.findLast(({ at }) => at < newest.at - retention.ageMs)?.version ?? 0;
    const cut = Math.min(Math.max(byRows, byAge, lastByBytes()), newest.version - 1);
    if (cut <= trimmedVersion) return;
    trimmedVersion = cut;
    log = log.filter(({ version }) => version > cut);
    bytes = log.reduce((sum, entry) => sum + entry.bytes, 0);
  };

  const lastByBytes = () => {
    let left = bytes;
    let last = 0;
    for (const entry of log) {
      if (left <= retention.bytes) break;
      left -= entry.bytes;
      last = entry.version;
    }
    return last;
  };

  return {
    get trimmedVersion() {
      return trimmedVersion;
    },
    append(entries) {
      const sized = entries.map((entry) => ({ ...entry, bytes: bytesOf(entry) }));
      log.push(...sized);
      bytes += sized.reduce((sum, entry) => sum + entry.bytes, 0);
      const newest = entries.at(-1);
      if (newest) trim(newest);
    },
    entriesAfter: (version) => log.filter((entry) => entry.version > version),
    firstAfter: (version, path) =>
      log.find((entry) => entry.version > version && documentPath(entry.collection, entry.id) === path),
  };
}

function bytesOf({ before }: LogEntry): number {
  return before ? Buffer.byteLength(JSON.stringify(before.data)) : 0;
}
