import { checkCollections } from '#core/documents/check-collections.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { createStoreOn, type SqliteDocumentStore, type SqliteDocumentStoreOptions } from './document-store.ts';
import { createSqliteDraftLog } from './draft-log.ts';
import { openDatabase } from './open-database.ts';

/**
 * Documents and drafts in one file. Closing the store closes both.
 * @throws {StoreUnavailable} with one sentence that names the file, when it cannot be used. It is then as it was.
 */
export function openSqlite(options: SqliteDocumentStoreOptions): { store: SqliteDocumentStore; draftLog: DraftLog } {
  const { file, collections, busyTimeoutMs = 5000 } = options;
  checkCollections(collections);
  const database = openDatabase({ file, busyTimeoutMs });
  return { store: createStoreOn(database, options), draftLog: createSqliteDraftLog(database) };
}
