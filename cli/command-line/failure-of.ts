import { StoreUnavailable } from '#core/documents/errors.ts';
import { FileStoreUnavailable } from '#core/media/file-store.ts';
import { StartFailure } from '#server/process/start-failure.ts';
import { CommandFailure } from './command.ts';

/** What a command throws for an error: a {@link CommandFailure} for what the operator can do something about, else the error. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StartFailure) return new CommandFailure(error.lines, { cause: error });
  if (error instanceof StoreUnavailable || error instanceof FileStoreUnavailable) {
    return new CommandFailure([error.message], { cause: error });
  }
  return error;
}
