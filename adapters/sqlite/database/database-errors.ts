import { StoreUnavailable } from '#core/documents/errors.ts';

const SQLITE_BUSY = 5;

/** What a primary result code of SQLite means to the person who runs the site. Source: https://sqlite.org/rescode.html */
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

/** The sentence of a database that another process keeps locked. */
export function lockedSentence(file: string): string {
  return `The database ${file} is locked by another process. Nothing was written; try again, or end that process.`;
}

/**
 * The error to throw in place of one that SQLite threw: `StoreUnavailable` with a sentence that names the file when the
 * database cannot answer now, else the same error, which is a mistake in the program.
 */
export function toStoreError(file: string, error: unknown): unknown {
  const sentence = SENTENCES.get(primaryCode(error) ?? 0);
  return sentence ? new StoreUnavailable(sentence(file), { cause: error }) : error;
}

/** Whether SQLite could not take a lock because another connection holds it. */
export function isLocked(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** The lower byte of SQLite's extended result code, or `undefined` for any other error. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
