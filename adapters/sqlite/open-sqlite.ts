import { checkCollections } from '#core/documents/check-collections.ts';
import type { DraftLog } from '#core/drafts/draft-log.ts';
import { createStoreOn, type SqliteDocumentStore, type SqliteDocumentStoreOptions } from './document-store.ts';
import { createSqliteDraftLog } from './draft-log.ts';
import { openDatabase } from './open-database.ts';

/**
 * Opens documents and drafts in one file. Closing the store closes both.
 * @throws {StoreUnavailable} with one sentence that names the file, if it cannot be used; it is left unchanged.
 * @throws {DatabaseInUse} for a second server, and if the schema must be changed while another process uses it.
 */
export function openSqlite(options: SqliteDocumentStoreOptions): { store: SqliteDocumentStore; draftLog: DraftLog } {
  checkCollections(options.collections);
  const database = openDatabase(options);
  return { store: createStoreOn(database, options), draftLog: createSqliteDraftLog(database) };
}
