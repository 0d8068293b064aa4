import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { buttonStyle } from './button-style.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmSubmitProps {
  /** The label of the button. */
  children: ReactNode;
  /** The question: "Delete your account?" */
  title: string;
  /** The consequences, and whether it can be undone. */
  description: string;
  /** The label of the confirming button: the action itself, not "yes". */
  confirmLabel: string;
}

/** A submit button with a confirmation dialog. Without script it submits at once; the server may ask then. */
export function ConfirmSubmit({ children, title, description, confirmLabel }: ConfirmSubmitProps) {
  const t = useTranslations('kit');
  const button = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="submit"
        aria-haspopup="dialog"
        className={buttonStyle('danger')}
        onClick={(event) => {
          event.preventDefault();
          const { form } = event.currentTarget;
          if (form?.noValidate || form?.reportValidity()) setAsking(true);
        }}
      >
        {children}
      </button>
      <ConfirmDialog
        open={asking}
        title={title}
        description={description}
        cancelLabel={t('cancel')}
        confirmLabel={confirmLabel}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          button.current?.form?.requestSubmit(button.current);
          setAsking(false);
        }}
      />
    </>
  );
}
