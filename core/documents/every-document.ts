import type { Document, DocumentStore } from './document-store.ts';

/** Documents per read. */
const BATCH = 200;

/** Every document of a collection, ordered by id. For full scans such as consistency checks; slow on large collections. */
export async function* everyDocument<T>(store: DocumentStore, collection: string): AsyncGenerator<Document<T>> {
  let startAfter: string[] | undefined;
  while (true) {
    const documents = await store.runQuery({ collection, limit: BATCH, ...(startAfter && { startAfter }) });
    yield* documents as unknown as Document<T>[];
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return;
    startAfter = [last.path.slice(collection.length + 1)];
  }
}
