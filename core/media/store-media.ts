import type { Document, DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { retryOnConflict } from '../documents/retry-on-conflict.ts';
import { getDocument } from '../documents/typed-documents.ts';
import { UnitOfWork } from '../documents/unit-of-work.ts';
import { bytesOf, type FileContents, type FileStore } from './file-store.ts';
import { type Media, media as mediaCollection, type OtherFile, type PictureFile, readMedia } from './media.ts';
import {
  type FileFault,
  originalKey,
  publicFormKey,
  SNIFFED_BYTES,
  sniffContentType,
  TAKEN_EXTENSIONS,
} from './media-file.ts';
import { MAX_DRAWING_BYTES, MAX_PIXELS, type MediaLimits, USUAL_LIMITS } from './media-limits.ts';
import { FORMS_VERSION, isLightDrawing } from './picture-variants.ts';
import { type PictureFault, type Pictures, PicturesBusy } from './pictures.ts';
import { hasRoom, takeSpaceTurn } from './site-space.ts';

export interface MediaDependencies {
  store: DocumentStore;
  files: Pick<FileStore, 'write'>;
  pictures: Pick<Pictures, 'identify' | 'read' | 'readOther'>;
  /** Default: the usual ones. */
  limits?: MediaLimits | undefined;
}

/**
 * Why a file is refused: too many bytes, for a picture, an SVG or any other file; no picture where one must be; too many pixels; too
 * expensive to judge; `quota`: the site has no room for it. `busy`: the queue is full, retry; `deleting`: the same file is being deleted, retry.
 */
export type MediaRefusal =
  | 'size'
  | 'drawing-size'
  | 'file-size'
  | 'no-picture'
  | 'quota'
  | 'busy'
  | 'deleting'
  | PictureFault
  | FileFault;

/** `problem` explains `reason` in English. */
export type StoreMediaOutcome = { ok: true; media: Media } | { ok: false; problem: string; reason: MediaRefusal };

const PROBLEMS: { [reason in MediaRefusal]: string } = {
  size: 'is larger than a picture may be',
  'drawing-size': `is a drawing larger than ${MAX_DRAWING_BYTES / 1e6} MB`,
  'file-size': 'is larger than a file may be',
  quota: 'finds no room: the files of the site take all the space that they may',
  'no-picture': 'is not an SVG, PNG, JPEG, WebP, AVIF or GIF picture',
  empty: 'has no bytes',
  type: `is of a type that the site does not take; it takes ${TAKEN_EXTENSIONS.join(', ')}`,
  heic: 'is a HEIC picture, which browsers do not show; save it as JPEG',
  pixels: `has more than ${MAX_PIXELS / 1e6} megapixels`,
  unreadable: 'cannot be read; it may be damaged',
  macros: 'has macros; save it without them',
  bomb: 'would unpack to far more than its size',
  costly: 'takes too much time or memory to read; make it simpler or smaller',
  busy: 'cannot be judged now, since too many others are; try again in a moment',
  deleting: 'is being deleted from the site at this moment; try again in some seconds',
};

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
  /** Whether it must be a picture. */
  isPicture?: boolean | undefined;
  /** Stages more documents for the same commit. */
  along?: (unit: UnitOfWork, media: Media) => Promise<void>;
  /** Milliseconds since 1970 when to see whether anything uses the bytes. */
  checkAt?: number;
}

/**
 * Stores a file: a picture, a document, a sound, a film, captions. Deduplicated by contents; the name is that of the first upload.
 * The bytes are durable before their document.
 * @param name tells which text it is, if it is one
 * @throws {PicturesUnavailable} @throws {FileStoreUnavailable} and whatever the store throws
 */
export async function storeMedia(
  dependencies: MediaDependencies,
  name: string,
  contents: FileContents,
  { isPicture = false, along, checkAt }: StoringOptions = {},
): Promise<StoreMediaOutcome> {
  const { store, files, limits = USUAL_LIMITS } = dependencies;
  const pictureType = sniffContentType(await bytesOf(contents.slice(0, SNIFFED_BYTES)));
  const size = contents instanceof Blob ? contents.size : contents.byteLength;
  if (pictureType === 'image/svg+xml' && size > MAX_DRAWING_BYTES) return refused('drawing-size');
  const most = pictureType ? limits.picture : limits.file;
  if (size > most) return refused(pictureType ? 'size' : 'file-size', `is larger than ${most / 1e6} MB`);
  const judging = pictureType
    ? judgePicture(dependencies, contents, pictureType)
    : judgeOther(dependencies, contents, name, isPicture);
  const judged = await judging.catch((error: unknown) => {
    if (error instanceof PicturesBusy) return refused('busy');
    throw error;
  });
  if ('version' in judged) return storedAgain(store, judged);
  if (!judged.ok) return judged;
  const media: Media = {
    ...{ name: name.slice(0, 255), bytes: size, storedAt: Date.now() },
    ...(checkAt !== undefined && { checkAt }),
    ...judged.media,
  };
  try {
    if (!(await hasRoom(store, limits, size))) return refused('quota');
    await files.write(originalKey(media), contents);
    if (judged.publicForm) await files.write(publicFormKey(media), judged.publicForm);
  } finally {
    await judged.release?.();
  }
  const ref = mediaCollection.at(media.id);
  const outcome = await retryOnConflict(async () => {
    const unit = new UnitOfWork(store);
    await unit.read([ref]);
    if (unit.get(ref)) return 'there';
    if (limits.quota !== undefined) {
      await takeSpaceTurn(unit, 'files');
      // What was written is deleted by a job, since another upload may have the same bytes.
      if (!(await hasRoom(store, limits, size))) return 'quota';
    }
    unit.set(ref, media);
    await along?.(unit, media);
    await unit.commit();
    return 'stored';
  });
  if (outcome === 'quota') return refused('quota');
  return outcome === 'there' ? storedMeanwhile(store, media.id) : { ok: true, media };
}

/** What a file is: new, with the form of a picture that the public gets; there already; or refused. */
type Judged =
  | {
      ok: true;
      media: Unstored<PictureFile> | Unstored<OtherFile>;
      publicForm?: FileContents;
      release?(): Promise<void>;
    }
  | Document<Media>
  | Extract<StoreMediaOutcome, { ok: false }>;

type Unstored<File extends Media> = Omit<File, 'name' | 'bytes'>;

async function judgePicture(
  { store, pictures }: Pick<MediaDependencies, 'store' | 'pictures'>,
  contents: FileContents,
  contentType: PictureFile['contentType'],
): Promise<Judged> {
  const id = await pictures.identify(contents);
  const existing = await getDocument(store, mediaCollection.at(id));
  if (existing) return existing;
  const reading = await pictures.read(contents, contentType);
  if (!reading.ok) return refused(reading.reason, reading.problem);
  const { width, height, color, isAnimated, publicForm, release } = reading;
  const bytes = contents instanceof Blob ? contents.size : contents.byteLength;
  const forms = isLightDrawing({ contentType, bytes }) && { forms: FORMS_VERSION };
  return {
    ok: true,
    media: { id, contentType, width, height, color, isAnimated, ...forms },
    publicForm,
    ...(release && { release }),
  };
}

async function judgeOther(
  { store, pictures }: Pick<MediaDependencies, 'store' | 'pictures'>,
  contents: FileContents,
  name: string,
  isPicture: boolean,
): Promise<Judged> {
  const { ok, ...reading } = await pictures.readOther(contents, name);
  if (!('id' in reading)) return refused(isPicture && reading.reason === 'type' ? 'no-picture' : reading.reason);
  if (isPicture) return refused('no-picture');
  return (await getDocument(store, mediaCollection.at(reading.id))) ?? { ok: true, media: reading };
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
