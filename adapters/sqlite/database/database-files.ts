import { closeSync, openSync, statSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';

/**
 * Remembers the identity of the database's files, to detect that they were replaced or removed: SQLite keeps writing to the
 * files that it opened, and those writes would be lost.
 * @returns a check that throws `StoreUnavailable` in that case; takes some microseconds
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

/**
 * Creates an empty file with mode 0600, if it does not exist.
 * @throws {StoreUnavailable} with a message that names it
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StoreUnavailable(`The database ${file} cannot be made: ${code}.`, { cause: error });
  }
}
