import type { MouseEvent, ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ButtonTone, buttonStyle } from '../button-style.ts';

interface SubmitButtonProps {
  children: ReactNode;
  tone?: ButtonTone;
  /** With `value`, identifies the pressed button. */
  name?: string;
  value?: string;
  form?: string;
  /** Whether its form is being submitted; default: determined by the router. */
  pending?: boolean;
  className?: string;
}

/** Submits its form once: further presses are ignored until the response arrives. Keeps the focus. */
export function SubmitButton({ children, tone = 'action', pending, className = '', ...button }: SubmitButtonProps) {
  const t = useTranslations('common');
  const sending = useSending(button);
  const busy = pending ?? sending;
  /** The second press of a double click may come after a fast response. */
  function pressOnce(event: MouseEvent) {
    if (busy || event.detail > 1) event.preventDefault();
  }
  return (
    <button
      {...button}
      type="submit"
      aria-disabled={busy}
      onClick={pressOnce}
      className={`relative ${buttonStyle(tone)} ${className}`}
    >
      {/* Invisible but not hidden, so that the button keeps its accessible name. */}
      <span className={busy ? 'opacity-0' : 'contents'}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <span
            aria-hidden="true"
            className="size-5 rounded-full border-2 border-current border-t-transparent motion-safe:animate-spin"
          />
        </span>
      )}
      <span role="status" className="sr-only">
        {busy && t('loading')}
      </span>
    </button>
  );
}

/** Whether a form that this button may have submitted is being sent. */
function useSending({ name, value }: { name?: string; value?: string }): boolean {
  const { formData } = useNavigation();
  if (!formData) return false;
  return name === undefined || formData.get(name) === (value ?? '');
}
