import { checkCollections } from '#core/documents/check-collections.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { createStoreOn, type SqliteDocumentStore, type SqliteDocumentStoreOptions } from './document-store.ts';
import { createSqliteDraftLog } from './draft-log.ts';
import { openDatabase } from './open-database.ts';

/**
 * Documents and drafts in one file. Closing the store closes both.
 * @throws {StoreUnavailable} with one sentence that names the file, when it cannot be used. It is then as it was.
 * @throws {DatabaseInUse} for a second server, and when the schema has to be changed while another process uses it.
 */
export function openSqlite(options: SqliteDocumentStoreOptions): { store: SqliteDocumentStore; draftLog: DraftLog } {
  checkCollections(options.collections);
  const database = openDatabase(options);
  return { store: createStoreOn(database, options), draftLog: createSqliteDraftLog(database) };
}
