import { closeSync, openSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';

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
