import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ACCEPTED_PICTURES } from '#core/media/media-file.ts';
import { TOLD_LIMITS } from '#core/media/media-limits.ts';
import fileIcon from '~icons/lucide/image-up';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle } from '../../../ui/kit/button-style.ts';
import { FieldErrors } from '../../../ui/kit/forms/field.tsx';
import { useSendPicture } from './send-picture.ts';

/** Uploads a picture as soon as it is chosen; closing it cancels the upload. */
export function PictureFileField({ label, onSent }: { label?: string; onSent: (media: string) => void }) {
  const t = useTranslations('editor.picture');
  const id = useId();
  const { isSending, send } = useSendPicture();
  const [problem, setProblem] = useState<string>();
  async function take(input: HTMLInputElement) {
    const file = input.files?.[0];
    if (!file || isSending) return;
    setProblem(undefined);
    const answer = await send(file);
    if (!answer) return;
    input.value = '';
    if (answer.ok) onSent(answer.media);
    else setProblem(answer.problem);
  }
  return (
    <div>
      <p id={`${id}-hint`} className="mb-2 text-fine text-ink-soft">
        {t('lead', TOLD_LIMITS)}
      </p>
      {/* The browser's own button speaks the browser's language; it stays for keyboards and screen readers. */}
      <input
        id={id}
        type="file"
        accept={ACCEPTED_PICTURES}
        aria-disabled={isSending}
        aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
        aria-invalid={problem ? true : undefined}
        // Keeps the focus while busy (not `disabled`), and ignores clicks.
        onClick={(event) => isSending && event.preventDefault()}
        onChange={(event) => void take(event.currentTarget)}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={`${buttonStyle('plain')} cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 peer-aria-disabled:opacity-60`}
      >
        <Icon icon={fileIcon} />
        {label ?? t('choose')}
      </label>
      <p role="status" className="text-fine text-ink-soft">
        {isSending && t('uploading')}
      </p>
      <FieldErrors id={`${id}-error`} errors={problem === undefined ? [] : [problem]} />
    </div>
  );
}
