import type { StoreFileOutcome } from '#core/files/store-file.ts';
import type { FileKind } from '#core/media/media-file.ts';
import type { ToldLimits } from '#core/media/media-limits.ts';
import type { MediaRefusal } from '#core/media/store-media.ts';
import type { createEditorTranslator } from '../context/read-editor-messages.ts';

/** The result of an upload: the file's id and kind, or an error message. */
export type PictureAnswer = { ok: true; media: string; kind: FileKind } | { ok: false; problem: string };

interface Dependencies {
  storeFile(file: { name: string; contents: Blob }): Promise<StoreFileOutcome>;
  t: ReturnType<typeof createEditorTranslator>;
  limits: ToldLimits;
}

/** Stores the file in a form's field `file`. */
export async function takePicture(
  form: FormData,
  { storeFile, ...words }: Dependencies,
): Promise<{ status: number; answer: PictureAnswer }> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) {
    return { status: 422, answer: { ok: false, problem: words.t('picture.noFile') } };
  }
  const outcome = await storeFile({ name: file.name, contents: file });
  if (outcome.ok) return { status: 201, answer: { ok: true, media: outcome.file.id, kind: outcome.file.kind } };
  const { status, sentence } = pictureProblem(outcome.reason, file.name, words);
  return { status, answer: { ok: false, problem: sentence } };
}

/** Why a picture is refused, with the status of the answer. */
export function pictureProblem(
  reason: MediaRefusal,
  name: string,
  { t, limits }: Pick<Dependencies, 't' | 'limits'>,
): { status: number; sentence: string } {
  const sentences = {
    size: 'picture.tooLarge',
    'drawing-size': 'picture.drawingTooLarge',
    'file-size': 'picture.fileTooLarge',
    'no-picture': 'picture.wrongType',
    quota: 'picture.quota',
    type: 'picture.notTaken',
    empty: 'picture.noFile',
    heic: 'picture.heic',
    macros: 'picture.macros',
    bomb: 'picture.bomb',
    pixels: 'picture.tooManyPixels',
    unreadable: 'picture.unreadable',
    costly: 'picture.costly',
    busy: 'picture.busy',
    deleting: 'picture.deleting',
  } as const;
  return {
    status: reason === 'busy' || reason === 'deleting' ? 503 : 422,
    sentence: t(sentences[reason], { name, ...limits }),
  };
}
