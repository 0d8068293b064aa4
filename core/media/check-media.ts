import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import type { FileStore } from './file-store.ts';
import { media } from './media-collection.ts';
import { originalKey } from './media-file.ts';
import { mediaIdOf } from './media-id.ts';
import { keptMedia } from './read-media.ts';

/** Inconsistencies of the site's files, one line each: missing files, and files whose contents have changed. */
export async function* mediaProblems(store: DocumentStore, files: FileStore): AsyncGenerator<string> {
  for await (const { data } of everyDocument(store, media)) {
    if (!keptMedia(data)) continue;
    const bytes = await files.read(originalKey(data));
    if (!bytes) yield `the file ${originalKey(data)} (${data.name}) is missing`;
    else if ((await mediaIdOf(bytes)) !== data.id) yield `the file ${originalKey(data)} (${data.name}) is damaged`;
  }
}
