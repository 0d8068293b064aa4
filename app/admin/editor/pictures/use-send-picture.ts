import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TOLD_LIMITS } from '#core/media/media-limits.ts';
import { useDesk } from '../desk/desk-context.tsx';
import { sendPicture } from './send-picture.ts';
import type { PictureAnswer } from './take-picture.ts';

/** Sends pictures of this window, and tells whether one is on its way. */
export function useSendPicture(): { isSending: boolean; send(file: File): Promise<PictureAnswer> } {
  const t = useTranslations('editor.picture');
  const { paths } = useDesk();
  const [sending, setSending] = useState(0);
  const send = useCallback(
    async (file: File) => {
      setSending((before) => before + 1);
      const answer = await sendPicture(paths.pictures, file, {
        tooLarge: (name) => t('tooLarge', { name, ...TOLD_LIMITS }),
        failed: (name) => t('failed', { name }),
        forbidden: () => t('forbidden'),
      });
      setSending((before) => before - 1);
      return answer;
    },
    [paths.pictures, t],
  );
  return { isSending: sending > 0, send };
}
