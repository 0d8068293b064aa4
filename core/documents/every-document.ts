import type { Collection } from './collection.ts';
import { idOf } from './document-path.ts';
import type { Document, DocumentStore } from './document-store.ts';
import { fitOrPass } from './typed-documents.ts';

/** Documents per read, which keeps everything else waiting with the embedded backend. */
const BATCH = 50;

/**
 * Every document of a collection, ordered by id, each validated when it is taken. For full scans such as consistency checks; slow on
 * large collections.
 */
export async function* everyDocument<T>(store: DocumentStore, collection: Collection<T>): AsyncGenerator<Document<T>> {
  let startAfter: string[] | undefined;
  while (true) {
    const documents = await store.runQuery({
      collection: collection.name,
      limit: BATCH,
      ...(startAfter && { startAfter }),
    });
    for (const document of documents) {
      const fitting = fitOrPass(store, collection, document);
      if (fitting) yield fitting;
    }
    const last = documents.at(-1);
    if (!last || documents.length < BATCH) return;
    startAfter = [idOf(last)];
  }
}
