import { statSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';

/**
 * Remembers which files a database is in, and refuses once others are at their paths or none: SQLite goes on with the
 * files that it opened, and what it wrote to a removed one would be gone with the process.
 * @returns what throws `StoreUnavailable` in that case; it costs some microseconds
 */
export function rememberFiles(file: string): () => void {
  const files = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }));
  return () => {
    for (const { path, identity } of files) {
      if (identityOf(path) === identity) continue;
      throw new StoreUnavailable(
        `The file ${path} was moved, removed or replaced while it was in use. Nothing was written; put it back, or start again.`,
      );
    }
  };
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
