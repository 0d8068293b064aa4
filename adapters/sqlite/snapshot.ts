import { backup, DatabaseSync } from 'node:sqlite';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { toStoreError } from './database/database-errors.ts';
import { makePrivateFile } from './database/database-files.ts';
import { takeUseLock } from './database/use-lock.ts';
import { APPLICATION_ID, MIGRATIONS, migrationsOf, requireKnown } from './open-database.ts';

/** Pages copied per step: 16 MB with pages of 4 kB. */
const PAGES_PER_STEP = 4_096;

/**
 * Copies a database as it is at this moment, while a server may write to it. The copy is one file, of mode 0600. One read
 * transaction spans all steps: without it, each commit of another process would start the copy again.
 * @param onProgress receives the bytes copied so far
 * @throws {StoreUnavailable} with a sentence that names a file @throws {DatabaseInUse} while its schema is changed or it is copied
 */
export async function takeSnapshot(file: string, target: string, onProgress: (bytes: number) => void): Promise<void> {
  const lock = takeUseLock(file, 'guest');
  try {
    const connection = openSource(file);
    try {
      // The first read begins the transaction.
      connection.exec('BEGIN');
      requireOurs(file, connection);
      const pageBytes = Number(connection.prepare('PRAGMA page_size').get()?.page_size);
      makePrivateFile(target);
      const pages = await backup(connection, target, {
        rate: PAGES_PER_STEP,
        progress: ({ totalPages, remainingPages }) => onProgress((totalPages - remainingPages) * pageBytes),
      });
      onProgress(pages * pageBytes);
    } catch (error) {
      throw toStoreError(target, error);
    } finally {
      connection.close();
    }
    withCopy(target, (copy) => copy.exec('PRAGMA journal_mode = DELETE'));
  } finally {
    lock.release();
  }
}

function openSource(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw toStoreError(file, error);
  }
}

/** @throws {StoreUnavailable} if it is none of Meki's, or cannot be read */
function requireOurs(file: string, connection: DatabaseSync): void {
  let application: unknown;
  try {
    connection.exec('SELECT count(*) FROM sqlite_schema');
    application = connection.prepare('PRAGMA application_id').get()?.application_id;
  } catch (error) {
    throw toStoreError(file, error);
  }
  if (application === APPLICATION_ID) return;
  throw new StoreUnavailable(`The database ${file} is not one of Meki's. It was left as it is.`);
}

/**
 * Checks a database that nobody uses, completely.
 * @param name the file that messages name
 * @throws {StoreUnavailable} if it is damaged, not one of Meki's, or of a Meki that is newer or from before the first release
 */
export function checkSnapshot(file: string, name = file): void {
  withCopy(file, (copy) => {
    const pragma = (name: string) => Object.values(copy.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    requireOurs(file, copy);
    requireKnown(name, Number(pragma('user_version')), migrationsOf(MIGRATIONS));
    const found = pragma('integrity_check(1)');
    if (found === 'ok') return;
    const cause = new Error(String(found));
    throw new StoreUnavailable(`The database ${name} is damaged. It was left as it is; restore another backup.`, {
      cause,
    });
  });
}

/** The ids of the documents of a collection in a database that nobody uses. @throws {StoreUnavailable} */
export function idsInSnapshot(file: string, collection: string): string[] {
  return withCopy(file, (copy) =>
    copy
      .prepare('SELECT id FROM documents WHERE collection = ? ORDER BY id')
      .all(collection)
      .map(({ id }) => String(id)),
  );
}

/**
 * Begins a new history of versions in a restored database: whoever follows the former one, such as an open browser, reads anew
 * instead of waiting for commits that the backup does not have.
 */
export function beginHistory(file: string): void {
  withCopy(file, (copy) => copy.exec('UPDATE store SET epoch = lower(hex(randomblob(8)))'));
}

function withCopy<T>(file: string, use: (copy: DatabaseSync) => T): T {
  let copy: DatabaseSync | undefined;
  try {
    copy = new DatabaseSync(file);
    return use(copy);
  } catch (error) {
    throw toStoreError(file, error);
  } finally {
    copy?.close();
  }
}
