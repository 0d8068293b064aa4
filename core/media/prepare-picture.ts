import type { DocumentStore } from '../documents/document-store.ts';
import { PreconditionFailed } from '../documents/errors.ts';
import { everyDocument } from '../documents/every-document.ts';
import { deleteFiles, type FileStore } from './file-store.ts';
import { isPicture, media, type PictureFile, readMedia } from './media.ts';
import { originalKey } from './media-file.ts';
import {
  FORMS_VERSION,
  formWidths,
  isLightDrawing,
  isPrepared,
  mayMove,
  mediaVariant,
  NO_FORMS,
} from './picture-variants.ts';
import type { Pictures } from './pictures.ts';

export interface PreparingDependencies {
  store: DocumentStore;
  files: Pick<FileStore, 'open' | 'size' | 'write' | 'list' | 'delete'>;
  pictures: Pick<Pictures, 'read' | 'make'>;
}

/** The ids of the pictures of which something is not made or known yet. Reads every media document. */
export async function* unpreparedPictures(store: DocumentStore): AsyncGenerator<string> {
  for await (const { data } of everyDocument(store, media)) if (isPicture(data) && !isPrepared(data)) yield data.id;
}

/**
 * Makes and stores the forms of a picture that pages offer, and finds its colour and whether it moves, then records all. Forms that exist are kept,
 * so an interrupted run continues where it was. A picture whose file is missing is left as it is.
 * @throws {PicturesBusy} @throws {PicturesUnavailable} @throws {FileStoreUnavailable} and whatever the store throws
 */
export async function preparePicture(dependencies: PreparingDependencies, id: string): Promise<void> {
  const { store, files } = dependencies;
  const document = (await readMedia(store, [id])).get(id);
  if (!document || !isPicture(document.data) || isPrepared(document.data)) return;
  const { path, version, data } = { ...document, data: document.data };
  const isMade = isLightDrawing(data) || data.forms === FORMS_VERSION;
  const forms = isMade ? FORMS_VERSION : (data.forms ?? (await makeForms(dependencies, data)));
  const look = data.color === undefined || mayMove(data) ? await findLook(dependencies, data) : {};
  if (forms === undefined || look === undefined) return;
  try {
    const fields = { forms, ...look };
    await store.commit([{ kind: 'update', path, fields, precondition: { version } }]);
  } catch (error) {
    // Another process has prepared it, or somebody has deleted it meanwhile.
    if (!(error instanceof PreconditionFailed)) throw error;
    if ((await readMedia(store, [id])).size === 0) await deleteFiles(files, id);
  }
}

/** @returns the value of `Media.forms`; `undefined` if the file is missing */
async function makeForms({ files, pictures }: PreparingDependencies, file: PictureFile): Promise<number | undefined> {
  const names = formWidths(file).flatMap((width) => [`${width}.avif`, `${width}.webp`]);
  for (const name of names) {
    const variant = mediaVariant(file, name);
    if (!variant || (await files.size(variant.key)) !== undefined) continue;
    const made = await pictures.make(() => files.open(originalKey(file)), file.contentType, variant.recipe);
    if (made.ok) await files.write(variant.key, made.bytes);
    else return made.reason === 'missing' ? undefined : NO_FORMS;
  }
  return FORMS_VERSION;
}

type Look = Pick<PictureFile, 'color' | 'isAnimated'>;

/** The colour of a picture, and whether it moves. @returns `undefined` if the file is missing */
async function findLook({ files, pictures }: PreparingDependencies, file: PictureFile): Promise<Look | undefined> {
  const original = await files.open(originalKey(file));
  if (!original) return undefined;
  const reading = await pictures.read(original, file.contentType);
  if (!reading.ok) return { color: file.color ?? null, isAnimated: false };
  await reading.release?.();
  return { color: reading.color, isAnimated: reading.isAnimated };
}
