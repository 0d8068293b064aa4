import type { Document, DocumentStore } from '../documents/document-store.ts';
import { getDocuments } from '../documents/typed-documents.ts';
import { type Media, media } from './media.ts';

/** Whether a text has the form of the id of a media file. */
export function isMediaId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id);
}

/** The media file, unless it is being deleted. */
export function keptMedia(file: Media | undefined): Media | undefined {
  return file?.deletedAt === undefined ? file : undefined;
}

/** Bytes that texts name by themselves: they were uploaded before there were files, and have none yet. */
export function mediaWithoutFile(bytes: Media | undefined): Media | undefined {
  return bytes?.isFiled ? undefined : keptMedia(bytes);
}

/** Reads media files by id, without those that do not exist or are being deleted. */
export async function readMedia(
  store: Pick<DocumentStore, 'batchGet'>,
  ids: Iterable<string>,
): Promise<Map<string, Document<Media>>> {
  const wanted = [...new Set(ids)].filter(isMediaId).sort();
  if (wanted.length === 0) return new Map();
  const documents = await getDocuments(
    store,
    wanted.map((id) => media.at(id)),
  );
  return new Map(documents.flatMap((found) => (found && keptMedia(found.data) ? [[found.data.id, found]] : [])));
}
