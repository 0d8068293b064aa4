import type { DocumentRef } from '../documents/collection.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { getDocuments, queryDocuments } from '../documents/typed-documents.ts';
import type { UnitOfWork } from '../documents/unit-of-work.ts';
import type { Locale } from '../locales/locale.ts';
import { isMediaId, keptMedia, type Media, media, mediaWithoutFile } from '../media/media.ts';
import { files, type SiteFile, uploadFor } from './site-file.ts';

type Reads = Pick<DocumentStore, 'batchGet'>;

/** What a text shows when it names a file: bytes, and what the file says of them. */
export interface ShownFile {
  media: Media;
  /** Missing for bytes that have no file yet. */
  file?: SiteFile;
}

/**
 * What readers of a language get of the files that texts name; without those that do not exist or are in the trash. Of bytes without
 * a file, the bytes. Reads twice if a file has other bytes than its first.
 * @param language default: the bytes that all languages share
 */
export async function readShownFiles(
  store: Reads,
  ids: Iterable<string>,
  language?: Locale,
): Promise<Map<string, ShownFile>> {
  const wanted = [...new Set(ids)].filter(isMediaId).sort();
  if (wanted.length === 0) return new Map();
  const [found, first] = await Promise.all([
    getDocuments(
      store,
      wanted.map((id) => files.at(id)),
    ),
    getDocuments(
      store,
      wanted.map((id) => media.at(id)),
    ),
  ]);
  const bytes = new Map(first.map((document, index) => [wanted[index] ?? '', document?.data]));
  const mediaOf = (file: SiteFile) => uploadFor(file, language).media;
  const others = new Set(found.flatMap((document) => (document ? mediaOf(document.data) : [])));
  const unread = [...others].filter((id) => !bytes.has(id)).sort();
  if (unread.length > 0) {
    const read = await getDocuments(
      store,
      unread.map((id) => media.at(id)),
    );
    for (const [index, id] of unread.entries()) bytes.set(id, read[index]?.data);
  }
  return new Map(
    wanted.flatMap((id, index): [string, ShownFile][] => {
      const file = found[index]?.data;
      if (file?.trashedAt !== undefined) return [];
      const shown = file ? keptMedia(bytes.get(mediaOf(file))) : mediaWithoutFile(bytes.get(id));
      return shown ? [[id, { media: shown, ...(file && { file }) }]] : [];
    }),
  );
}

/** The bytes alone, by the id of the file. */
export async function readShownMedia(
  store: Reads,
  ids: Iterable<string>,
  language?: Locale,
): Promise<Map<string, Media>> {
  const shown = await readShownFiles(store, ids, language);
  return new Map([...shown].map(([id, found]) => [id, found.media]));
}

/** The documents of files and of the bytes that they were made for, to read with others. */
export function documentsOfFiles(ids: Iterable<string>): DocumentRef[] {
  return [...new Set(ids)].filter(isMediaId).flatMap((id) => [files.at(id), media.at(id)]);
}

/** Reads what `shownFile` looks at, within a unit of work. */
export async function readForUnit(unit: UnitOfWork, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)].filter(isMediaId);
  await unit.read(documentsOfFiles(wanted));
  const others = wanted.flatMap((id) => unit.peek(files.at(id))?.current.media ?? []);
  await unit.read(others.map((id) => media.at(id)));
}

/** What is shown of a file that `readForUnit` has read. @param look `get` guards the commit with it, `peek` does not */
export function shownFile(look: UnitOfWork['get'], id: string): ShownFile | undefined {
  if (!isMediaId(id)) return undefined;
  const file = look(files.at(id));
  if (file?.trashedAt !== undefined) return undefined;
  const shown = file ? keptMedia(look(media.at(file.current.media))) : mediaWithoutFile(look(media.at(id)));
  return shown && { media: shown, ...(file && { file }) };
}

/** Files that show some bytes now, also those in the trash. */
export async function filesShowing(
  store: Pick<DocumentStore, 'runQuery'>,
  mediaId: string,
  limit: number,
): Promise<SiteFile[]> {
  return filesWith(store, 'shown', mediaId, limit);
}

/** Files that have some bytes, now or as a former version. */
export async function filesHolding(
  store: Pick<DocumentStore, 'runQuery'>,
  mediaId: string,
  limit: number,
): Promise<SiteFile[]> {
  return filesWith(store, 'held', mediaId, limit);
}

async function filesWith(
  store: Pick<DocumentStore, 'runQuery'>,
  field: 'shown' | 'held',
  value: string,
  limit: number,
): Promise<SiteFile[]> {
  const found = await queryDocuments(store, files, { where: [{ field, op: 'array-contains', value }], limit });
  return found.map(({ data }) => data);
}
