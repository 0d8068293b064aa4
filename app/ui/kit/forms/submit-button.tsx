import type { MouseEvent, ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ButtonTone, buttonStyle } from '../button-style.ts';

interface SubmitButtonProps {
  children: ReactNode;
  tone?: ButtonTone;
  /** With `value`, says which of a form's buttons was pressed. */
  name?: string;
  value?: string;
  form?: string;
  /** Whether its form is being sent; found out from the router when missing. */
  pending?: boolean;
  className?: string;
}

/** Sends its form once: further presses do nothing while the answer is awaited. It keeps the focus meanwhile. */
export function SubmitButton({ children, tone = 'action', pending, className = '', ...button }: SubmitButtonProps) {
  const t = useTranslations('common');
  const sending = useSending(button);
  const busy = pending ?? sending;
  /** The second press of a double click may come when the answer is there already. */
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
      {/* Unseen and not hidden: a button keeps its name. */}
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

/** Whether a form that this button may have sent is on its way. */
function useSending({ name, value }: { name?: string; value?: string }): boolean {
  const { formData } = useNavigation();
  if (!formData) return false;
  return name === undefined || formData.get(name) === (value ?? '');
}
