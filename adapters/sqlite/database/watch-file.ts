import type { Database } from './database.ts';

/** How often to look for commits of other processes. A look takes a few microseconds. */
const INTERVAL_MS = 100;

/** Looks at the database while somebody listens. */
export interface FileWatch {
  start(): void;
  stop(): void;
}

/**
 * Calls `onCommit` after another connection, of this process or another one, has committed; or when that cannot be told,
 * so that whoever reads next meets the error. It stops by itself when nobody `isWanted` any more.
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
