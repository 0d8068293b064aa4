import type { Document, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { createUnitOfWork, type UnitOfWork } from '../documents/unit-of-work.ts';
import { bytesOf, type FileContents, type FileStore } from './file-store.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { type Media, media as mediaCollection } from './media.ts';
import { mediaIdOf, originalKey, publicFormKey } from './media-file.ts';
import { MAX_DRAWING_BYTES, MAX_FILE_BYTES, MAX_PIXELS } from './media-limits.ts';
import { type PictureFault, type Pictures, PicturesBusy } from './pictures.ts';
import { FORMS_VERSION, isLightDrawing } from './prepared-forms.ts';
import { readMedia } from './read-media.ts';
import { SNIFFED_BYTES, sniffContentType } from './sniff-content-type.ts';

export interface MediaDependencies {
  store: DocumentStore;
  files: Pick<FileStore, 'write'>;
  pictures: Pick<Pictures, 'read'>;
}

/**
 * Why a file is refused: too many bytes, for any file or for an SVG; not a supported picture type; too many pixels; damaged or
 * unsafe; too expensive to draw. `busy`: the queue is full, retry; `deleting`: the same file is being deleted, retry.
 */
export type MediaRefusal = 'size' | 'drawing-size' | 'type' | 'busy' | 'deleting' | PictureFault;

/** `problem` explains `reason` in English. */
export type StoreMediaOutcome = { ok: true; media: Media } | { ok: false; problem: string; reason: MediaRefusal };

const PROBLEMS: { [reason in MediaRefusal]: string } = {
  size: `is larger than ${MAX_FILE_BYTES / 1e6} MB`,
  'drawing-size': `is a drawing larger than ${MAX_DRAWING_BYTES / 1e6} MB`,
  type: 'is not an SVG, PNG, JPEG, WebP, AVIF or GIF picture',
  pixels: `has more than ${MAX_PIXELS / 1e6} megapixels`,
  unreadable: 'cannot be read as a picture; it may be damaged',
  costly: 'takes too much time or memory to draw; make it simpler or smaller',
  busy: 'cannot be judged now, since too many others are; try again in a moment',
  deleting: 'is being deleted from the site at this moment; try again in some seconds',
};

/** Web Crypto hashes only what is in memory as a whole: one file at a time. */
const hashing = limitConcurrency(1, Number.POSITIVE_INFINITY, () => new Error('There is no limit'));

/** A refusal with its explanation. */
export const refused = (
  reason: MediaRefusal,
  problem = PROBLEMS[reason],
): Extract<StoreMediaOutcome, { ok: false }> => ({
  ok: false,
  reason,
  problem,
});

/** What is written with the document of bytes that were not there. */
export interface StoringOptions {
  /** Stages more documents for the same commit. */
  along?: (unit: UnitOfWork, media: Media) => Promise<void>;
  /** Milliseconds since 1970 when to see whether anything uses the bytes. */
  checkAt?: number;
}

/**
 * Stores a picture. Deduplicated by contents; the name is that of the first upload. The file is durable before its document.
 */
export async function storeMedia(
  { store, files, pictures }: MediaDependencies,
  name: string,
  contents: FileContents,
  { along, checkAt }: StoringOptions = {},
): Promise<StoreMediaOutcome> {
  const size = contents instanceof Blob ? contents.size : contents.byteLength;
  if (size > MAX_FILE_BYTES) return refused('size');
  const contentType = sniffContentType(await bytesOf(contents.slice(0, SNIFFED_BYTES)));
  if (!contentType) return refused('type');
  if (contentType === 'image/svg+xml' && size > MAX_DRAWING_BYTES) return refused('drawing-size');
  const id = await hashing.run(async () => mediaIdOf(await bytesOf(contents)));
  const ref = mediaCollection.at(id);
  const existing = await getDocument(store, ref);
  if (existing) return storedAgain(store, existing);

  const reading = await pictures.read(contents, contentType).catch((error: unknown) => {
    if (error instanceof PicturesBusy) return { ok: false, reason: 'busy', problem: PROBLEMS.busy } as const;
    throw error;
  });
  if (!reading.ok) return refused(reading.reason, reading.problem);
  const { width, height, color, isAnimated } = reading;
  const file = {
    ...{ id, name: name.slice(0, 255), contentType, bytes: size, width, height, color, isAnimated },
    storedAt: Date.now(),
    ...(checkAt !== undefined && { checkAt }),
  };
  const media: Media = { ...file, ...(isLightDrawing(file) && { forms: FORMS_VERSION }) };
  await files.write(originalKey(media), contents);
  await files.write(publicFormKey(media), reading.publicForm);
  const isFirst = await retryOnConflict(async () => {
    const unit = createUnitOfWork(store);
    await unit.read([ref]);
    if (unit.get(ref)) return false;
    unit.set(ref, media);
    await along?.(unit, media);
    await unit.commit();
    return true;
  });
  if (!isFirst) return storedMeanwhile(store, id);
  return { ok: true, media };
}

/** Notes the upload of a file that is there, so that it is not deleted before something uses it (`check-files-later.ts`). */
async function storedAgain(store: DocumentStore, { path, version, data }: Document<Media>): Promise<StoreMediaOutcome> {
  if (data.deletedAt !== undefined) return refused('deleting');
  try {
    const fields = { storedAt: Date.now() };
    await store.commit([{ kind: 'update', path, fields, precondition: { version } }]);
    return { ok: true, media: data };
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    return storedMeanwhile(store, data.id);
  }
}

/** Of a file that was uploaded at the same time, or is being deleted. */
async function storedMeanwhile(store: DocumentStore, id: string): Promise<StoreMediaOutcome> {
  const kept = (await readMedia(store, [id])).get(id);
  return kept ? { ok: true, media: kept.data } : refused('deleting');
}
