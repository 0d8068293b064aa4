import { z } from 'zod';
import type { Collection } from '../documents/collection.ts';
import type { DocumentData, DocumentStore } from '../documents/document-store.ts';
import { MisfitDocument } from '../documents/errors.ts';
import { everyDocument } from '../documents/every-document.ts';
import { requireFit } from '../documents/typed-documents.ts';

/** Documents that do not fit their collection, one line each, with the path and the reason. */
export async function* documentProblems(
  store: DocumentStore,
  collections: readonly Collection[],
): AsyncGenerator<string> {
  for (const collection of collections) {
    const unchecked = { ...collection, schema: z.custom<DocumentData>() };
    for await (const document of everyDocument(store, unchecked)) {
      try {
        requireFit(collection, document);
      } catch (error) {
        if (!(error instanceof MisfitDocument)) throw error;
        yield `${error.message}. Restore a backup, or the version of Meki that wrote it.`;
      }
    }
  }
}
