import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TOLD_LIMITS } from '#core/media/media-limits.ts';
import { useDesk } from '../context/desk-context.tsx';
import { sendPicture } from './send-picture.ts';
import type { PictureAnswer } from './take-picture.ts';

interface SendPicture {
  isSending: boolean;
  /** @returns `undefined` if the component was unmounted meanwhile */
  send(file: File): Promise<PictureAnswer | undefined>;
}

/** Uploads pictures and tells whether an upload is in progress. Aborted when the component unmounts. */
export function useSendPicture(): SendPicture {
  const t = useTranslations('editor.picture');
  const { paths } = useDesk();
  const [sending, setSending] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const send = useCallback(
    async (file: File) => {
      setSending((before) => before + 1);
      const sentences = {
        tooLarge: (name: string) => t('tooLarge', { name, ...TOLD_LIMITS }),
        failed: (name: string) => t('failed', { name }),
        forbidden: () => t('forbidden'),
      };
      const answer = await sendPicture(paths.pictures, file, sentences, leaving.current?.signal);
      setSending((before) => before - 1);
      return answer;
    },
    [paths.pictures, t],
  );
  return { isSending: sending > 0, send };
}
