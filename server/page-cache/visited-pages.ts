import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { PageCache } from './page-cache.ts';

/** The addresses of the most visited pages, kept over a restart. */
export interface VisitedPages {
  /** Cache keys from before the start, most visited first. */
  before: readonly string[];
  /** Writes the file, if any page was visited. */
  write(): void;
}

export interface VisitedPagesOptions {
  /** A JSON array of cache keys. */
  file: string;
  pages: PageCache['pages'];
  /** Maximum pages. */
  limit?: number;
}

/** Remembers about as many pages as 10 MB of the cache hold. */
const LIMIT = 500;

/**
 * Pages of this run precede those of earlier runs, which stay in the list while there is room: a server that stops soon after its
 * start does not forget them. The file is only an optimization: without it, or with one that cannot be read, nothing is known.
 */
export function openVisitedPages({ file, pages, limit = LIMIT }: VisitedPagesOptions): VisitedPages {
  const before = readKeys(file).slice(0, limit);
  return {
    before,
    write() {
      const visited = pages().filter(({ visits }) => visits > 0);
      if (visited.length === 0) return;
      const keys = visited.sort((a, b) => b.visits - a.visits).map(({ address }) => address.key);
      writeKeys(file, [...new Set([...keys, ...before])].slice(0, limit));
    },
  };
}

function readKeys(file: string): string[] {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(found) ? found.filter((key) => typeof key === 'string' && key.startsWith('/')) : [];
  } catch {
    return [];
  }
}

function writeKeys(file: string, keys: string[]): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // Disk full: the server can run without the file.
    rmSync(unfinished, { force: true });
  }
}
