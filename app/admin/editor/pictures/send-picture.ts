import { MAX_FILE_BYTES } from '#core/media/media-limits.ts';
import type { PictureAnswer } from './take-picture.ts';

/** Messages for errors before the server can answer. */
export interface PictureSentences {
  tooLarge(name: string): string;
  failed(name: string): string;
  forbidden(): string;
}

/**
 * Uploads a picture. Never throws: errors are returned as messages.
 * @returns `undefined` if the signal was aborted
 */
export async function sendPicture(
  path: string,
  file: File,
  sentences: PictureSentences,
  signal?: AbortSignal,
): Promise<PictureAnswer | undefined> {
  const answer = await askForPicture(path, file, sentences, signal);
  return signal?.aborted ? undefined : answer;
}

async function askForPicture(
  path: string,
  file: File,
  sentences: PictureSentences,
  signal: AbortSignal | undefined,
): Promise<PictureAnswer> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, problem: sentences.tooLarge(file.name) };
  const form = new FormData();
  form.set('file', file, file.name);
  try {
    const response = await fetch(path, { method: 'POST', body: form, ...(signal && { signal }) });
    if (response.status === 413) return { ok: false, problem: sentences.tooLarge(file.name) };
    if (response.status === 403) return { ok: false, problem: sentences.forbidden() };
    if (![201, 422, 429, 503].includes(response.status)) return { ok: false, problem: sentences.failed(file.name) };
    return (await response.json()) as PictureAnswer;
  } catch {
    return { ok: false, problem: sentences.failed(file.name) };
  }
}
