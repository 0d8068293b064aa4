import type { Database } from './database.ts';

/** Polling interval for commits of other processes. A check takes a few microseconds. */
const INTERVAL_MS = 100;

/** Polls the database while there are listeners. */
export interface FileWatch {
  start(): void;
  stop(): void;
}

/**
 * Calls `onCommit` after another connection, of this or another process, has committed; or if that cannot be determined, so
 * that the next reader gets the error. Stops by itself when `isWanted` returns false.
 */
export function createFileWatch(database: Database, isWanted: () => boolean, onCommit: () => void): FileWatch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let seen: unknown;

  const look = () => {
    try {
      return database.get('PRAGMA data_version')?.[0];
    } catch {
      return undefined;
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start() {
      if (timer) return;
      seen = look();
      timer = setInterval(() => {
        if (!isWanted()) return stop();
        const version = look();
        if (version !== undefined && version === seen) return;
        seen = version;
        onCommit();
      }, INTERVAL_MS);
      timer.unref();
    },
    stop,
  };
}
