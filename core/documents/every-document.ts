import type { Collection } from './collection.ts';
import { idOf } from './document-path.ts';
import type { Document, DocumentStore } from './document-store.ts';
import { queryDocuments } from './typed-documents.ts';

/** Documents per read. */
const BATCH = 200;

/** Every document of a collection, ordered by id. For full scans such as consistency checks; slow on large collections. */
export async function* everyDocument<T>(store: DocumentStore, collection: Collection<T>): AsyncGenerator<Document<T>> {
  let startAfter: string[] | undefined;
  while (true) {
    const documents = await queryDocuments(store, collection, { limit: BATCH, ...(startAfter && { startAfter }) });
    yield* documents;
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return;
    startAfter = [idOf(last)];
  }
}
