import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import type { FileStore } from './file-store.ts';
import type { Media } from './media.ts';
import { originalKey } from './media-file.ts';
import { mediaIdOf } from './media-id.ts';
import { MAX_DRAWING_BYTES, MAX_FILE_BYTES, MAX_PIXELS } from './media-limits.ts';
import { type PictureReading, readSvg } from './read-svg.ts';
import { sniffContentType } from './sniff-content-type.ts';

/** Reads the size of a picture made of pixels. */
export type PictureReader = (bytes: Uint8Array) => Promise<PictureReading>;

export interface MediaDependencies {
  store: DocumentStore;
  files: FileStore;
  readPicture: PictureReader;
}

/** Why a file is not kept: too many bytes, for any or for a drawing; none of the kinds of picture; too many pixels; damaged or not safe. */
export type MediaRefusal = 'size' | 'drawing-size' | 'type' | 'pixels' | 'unreadable';

/** `problem` says in English what `reason` names. */
export type StoreMediaOutcome = { ok: true; media: Media } | { ok: false; problem: string; reason: MediaRefusal };

/** Keeps a picture, once however often it is given; the name is that of the first time. The file lasts before its document does. */
export async function storeMedia(
  { store, files, readPicture }: MediaDependencies,
  name: string,
  bytes: Uint8Array,
): Promise<StoreMediaOutcome> {
  if (bytes.byteLength > MAX_FILE_BYTES) {
    return { ok: false, reason: 'size', problem: `is larger than ${MAX_FILE_BYTES / 1e6} MB` };
  }
  const contentType = sniffContentType(bytes);
  if (!contentType) {
    return { ok: false, reason: 'type', problem: 'is not an SVG, PNG, JPEG, WebP, AVIF or GIF picture' };
  }
  if (contentType === 'image/svg+xml' && bytes.byteLength > MAX_DRAWING_BYTES) {
    return { ok: false, reason: 'drawing-size', problem: `is a drawing larger than ${MAX_DRAWING_BYTES / 1e6} MB` };
  }
  const reading = contentType === 'image/svg+xml' ? readSvg(bytes) : await readPicture(bytes);
  if (!reading.ok) return { reason: 'unreadable', ...reading };
  const { width, height } = reading;
  if (contentType !== 'image/svg+xml' && width * height > MAX_PIXELS) {
    return { ok: false, reason: 'pixels', problem: `has more than ${MAX_PIXELS / 1e6} megapixels` };
  }

  const id = await mediaIdOf(bytes);
  const [existing] = await store.batchGet([`media/${id}`]);
  if (existing) return { ok: true, media: existing.data as unknown as Media };
  const media: Media = { id, name: name.slice(0, 255), contentType, bytes: bytes.byteLength, width, height };
  await files.write(originalKey(media), bytes);
  try {
    await store.commit([{ kind: 'set', path: `media/${id}`, data: { ...media }, precondition: { exists: false } }]);
  } catch (error) {
    // Somebody else brought the same bytes at the same moment.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
  return { ok: true, media };
}
