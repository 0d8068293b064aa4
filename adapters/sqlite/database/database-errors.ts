import { StoreUnavailable } from '#core/documents/errors.ts';

const SQLITE_BUSY = 5;

/** Messages for the site's operator by SQLite's primary result code. Source: https://sqlite.org/rescode.html */
const SENTENCES: ReadonlyMap<number, (file: string) => string> = new Map([
  [SQLITE_BUSY, lockedSentence],
  [6, lockedSentence],
  [8, (file: string) => `The database ${file} cannot be written: it or its folder is read-only.`],
  [10, (file: string) => `The disk failed while the database ${file} was read or written.`],
  [11, (file: string) => `The database ${file} is damaged. It was left as it is; restore a backup.`],
  [13, (file: string) => `The disk is full: the database ${file} cannot grow. Nothing was written.`],
  [14, (file: string) => `The database ${file} cannot be opened.`],
  [23, (file: string) => `The database ${file} may not be used.`],
  [26, (file: string) => `The file ${file} is not a database. It was left as it is.`],
]);

/** The message for a database locked by another process. */
export function lockedSentence(file: string): string {
  return `The database ${file} is locked by another process. Nothing was written; try again, or end that process.`;
}

/**
 * Converts an error of SQLite: `StoreUnavailable` with a message that names the file if the database cannot answer now,
 * otherwise the same error, which is a programming error.
 */
export function toStoreError(file: string, error: unknown): unknown {
  const sentence = SENTENCES.get(primaryCode(error) ?? 0);
  return sentence ? new StoreUnavailable(sentence(file), { cause: error }) : error;
}

/** Whether SQLite could not get a lock that another connection holds. */
export function isLocked(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** The lower byte of SQLite's extended result code, or `undefined` for any other error. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
