import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ButtonTone, buttonStyle } from './button-style.ts';
import { overlayStyle } from './overlay-style.ts';

interface ConfirmSubmitProps {
  /** The label of the button. */
  children: ReactNode;
  /** The question: "Delete your account?" */
  title: string;
  /** The consequences, and whether it can be undone. */
  description: string;
  /** The label of the confirming button: the action itself, not "yes". */
  confirmLabel: string;
  tone?: ButtonTone;
  name?: string;
  value?: string;
  /** The id of the form, if the button is outside of it. */
  form?: string;
  className?: string;
}

/** A submit button with a confirmation dialog. Without script it submits at once; the server may ask then. */
export function ConfirmSubmit(props: ConfirmSubmitProps) {
  const { children, title, description, confirmLabel, tone = 'danger', className = '', ...submit } = props;
  const t = useTranslations('kit');
  const button = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="submit"
        aria-haspopup="dialog"
        className={`${buttonStyle(tone)} ${className}`}
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          if (form?.noValidate || form?.reportValidity()) setAsking(true);
        }}
        {...submit}
      >
        {children}
      </button>
      <AlertDialog.Root open={asking} onOpenChange={setAsking}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className={overlayStyle} />
          <AlertDialog.Content
            className="rise-motion fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-raised p-6 text-ink shadow-xl"
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              button.current?.focus();
            }}
          >
            <AlertDialog.Title className="font-semibold text-h3">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-soft">{description}</AlertDialog.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <AlertDialog.Cancel className={buttonStyle('plain')}>{t('cancel')}</AlertDialog.Cancel>
              <AlertDialog.Action
                className={buttonStyle(tone)}
                onClick={() => button.current?.form?.requestSubmit(button.current)}
              >
                {confirmLabel}
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </>
  );
}
