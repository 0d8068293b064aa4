import { items, publications } from '../content/collections.ts';
import { PURGING } from '../content/item.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { everyDocument } from '../documents/every-document.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { fileCards } from '../files/file-card.ts';
import { files as siteFiles } from '../files/site-file.ts';
import type { FileStore } from '../media/file-store.ts';
import { isMediaId, keptMedia, media, readMedia } from '../media/media.ts';
import { mediaIdOf, originalKey } from '../media/media-file.ts';

/** Keys per listing of stored files. */
const PAGE = 500;

/** Bytes that are missing or damaged, files without theirs, and wrong lists of files; one line each. */
export async function* fileProblems(store: DocumentStore, files: FileStore): AsyncGenerator<string> {
  for await (const { data } of everyDocument(store, media)) {
    if (!keptMedia(data)) continue;
    const bytes = await files.read(originalKey(data));
    if (!bytes) yield `the file ${originalKey(data)} (${data.name}) is missing`;
    else if ((await mediaIdOf(bytes)) !== data.id) yield `the file ${originalKey(data)} (${data.name}) is damaged`;
  }
  for await (const { data } of everyDocument(store, siteFiles)) {
    const known = await readMedia(store, data.held);
    for (const id of data.held) {
      if (!known.has(id)) yield `the file ${data.id} (${data.current.name}) has the bytes ${id}, which are missing`;
    }
    const [card] = await getDocuments(store, [fileCards.at(data.id)]);
    if (!card) yield `the file ${data.id} (${data.current.name}) is in no list of the library`;
  }
  for await (const { data } of everyDocument(store, fileCards)) {
    const [file] = await getDocuments(store, [siteFiles.at(data.id)]);
    if (!file) yield `the library lists ${data.name} (${data.id}), which does not exist`;
  }
}

/** Bytes that nothing knows or no file has, and items that show files which do not exist; one line each. */
export async function* fileNotes(store: DocumentStore, files: Pick<FileStore, 'list'>): AsyncGenerator<string> {
  yield* unknownBytes(store, files);
  const held = new Set<string>();
  const known = new Set<string>();
  for await (const { data } of everyDocument(store, siteFiles)) {
    known.add(data.id);
    for (const id of data.held) held.add(id);
  }
  for await (const { data } of everyDocument(store, media)) {
    if (!data.isFiled) known.add(data.id);
    // What is to be judged by a job is on its way.
    if (held.has(data.id) || data.checkAt !== undefined) continue;
    yield `no file has the bytes media/${data.id} (${data.name}); the server makes one of them, or deletes them`;
  }
  const missing = (ids: readonly string[] | undefined) => (ids ?? []).filter((id) => !known.has(id));
  for await (const { data } of everyDocument(store, items)) {
    if (data.trashedAt === PURGING) continue;
    for (const id of missing(data.media)) yield `${data.id} names the file ${id}, which does not exist`;
  }
  for await (const { data } of everyDocument(store, publications)) {
    for (const id of missing(data.media)) {
      yield `${data.itemId} names the file ${id} in public in ${data.language}, which does not exist`;
    }
  }
}

/** Folders of the file storage that no document knows: an upload was cut off, or is under way. */
async function* unknownBytes(store: DocumentStore, files: Pick<FileStore, 'list'>): AsyncGenerator<string> {
  let last: string | undefined;
  let after: string | undefined;
  do {
    const keys = await files.list('media', after, PAGE);
    after = keys.length === PAGE ? keys.at(-1) : undefined;
    const ids = [...new Set(keys.map((key) => key.split('/')[1] ?? ''))].filter((id) => id !== last);
    last = ids.at(-1) ?? last;
    const documents = await getDocuments(
      store,
      ids.filter(isMediaId).map((id) => media.at(id)),
    );
    const known = new Set(documents.flatMap((document) => document?.data.id ?? []));
    for (const id of ids) if (!known.has(id)) yield `media/${id} is stored, but nothing knows it`;
  } while (after !== undefined);
}
