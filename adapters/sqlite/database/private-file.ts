import { closeSync, openSync } from 'node:fs';
import { StoreUnavailable } from '#core/documents/errors.ts';

/**
 * Makes an empty file, if there is none, that is closed to others from its first moment.
 * @throws {StoreUnavailable} with a sentence that names it
 */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StoreUnavailable(`The database ${file} cannot be made: ${code}.`, { cause: error });
  }
}
