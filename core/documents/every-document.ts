import type { Document, DocumentStore } from './document-store.ts';

/** Documents read at once. */
const BATCH = 200;

/** Every document of a collection, by id. For work on the whole of it, such as a check; it takes time accordingly. */
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
