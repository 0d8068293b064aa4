import type { DraftLog } from '#core/drafts/draft-log.ts';
import { connect } from './connect.ts';
import { createStoreOn, type FirestoreDocumentStore, type FirestoreDocumentStoreOptions } from './document-store.ts';
import { createFirestoreDraftLog } from './draft-log.ts';

/**
 * Opens documents and drafts at one connection. Closing the store closes both.
 * @throws {TypeError} if a collection is declared wrongly.
 */
export function openFirestore(options: FirestoreDocumentStoreOptions): {
  store: FirestoreDocumentStore;
  draftLog: DraftLog;
} {
  const connection = connect(options);
  return { store: createStoreOn(connection, options), draftLog: createFirestoreDraftLog(connection) };
}
