import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useDesk } from '../context/desk-context.tsx';
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
  const answer = await requestOnePicture(path, file, sentences, signal);
  return signal?.aborted ? undefined : answer;
}

async function requestOnePicture(
  path: string,
  file: File,
  sentences: PictureSentences,
  signal: AbortSignal | undefined,
): Promise<PictureAnswer> {
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

/** Whether the device takes a file for a picture. */
export const isPicture = ({ type }: File) => type.startsWith('image/');

/** Uploads pictures and other files. @returns a function that answers `undefined` if the component was unmounted meanwhile */
export function useSendPicture(): (file: File) => Promise<PictureAnswer | undefined> {
  const t = useTranslations('editor.picture');
  const { paths, limits } = useDesk();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return (file) => {
    const sentences = {
      tooLarge: (name: string) => t(isPicture(file) ? 'tooLarge' : 'fileTooLarge', { name, ...limits }),
      failed: (name: string) => t('failed', { name }),
      forbidden: () => t('forbidden'),
    };
    const path = isPicture(file) ? paths.pictures : `${paths.pictures}?any`;
    return sendPicture(path, file, sentences, leaving.current?.signal);
  };
}
