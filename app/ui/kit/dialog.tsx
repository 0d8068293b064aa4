import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import closeIcon from '~icons/lucide/x';
import { Icon } from '../icon.tsx';
import { iconButtonStyle } from './button-style.ts';
import { isComposed } from './plain-key.ts';
import { useFocusReturn } from './return-focus.ts';

/** The overlay between a dialog and the page. */
export const overlayStyle = 'fade-motion fixed inset-0 z-50 bg-meki-gray-950/55';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string | undefined;
  /** `sheet`: at the side, with the window's height. */
  kind?: 'dialog' | 'sheet';
  /** Called after closing; prevent the event to keep the focus from returning. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

const KINDS = {
  dialog:
    'rise-motion inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] rounded-card border',
  sheet: 'fade-motion inset-y-0 end-0 w-[min(30rem,100vw)] border-s',
};

/** A modal dialog. Closed by Escape, the close button and a click outside. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  kind = 'dialog',
  onCloseAutoFocus,
  children,
}: DialogProps) {
  const t = useTranslations('kit');
  const focusReturn = useFocusReturn(onCloseAutoFocus);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayStyle} />
        <RadixDialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...focusReturn}
          onEscapeKeyDown={(event) => {
            // Of an input method, which it cancels.
            if (isComposed(event)) event.preventDefault();
          }}
          className={`fixed z-50 overflow-y-auto border-line bg-raised p-5 text-ink shadow-xl sm:p-6 ${KINDS[kind]}`}
        >
          <RadixDialog.Title className="pe-10 font-semibold text-h3">{title}</RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description className="mt-1 text-ink-soft">{description}</RadixDialog.Description>
          )}
          <div className="mt-4">{children}</div>
          {/* After the contents in the DOM, so that the contents get the focus first. */}
          <RadixDialog.Close aria-label={t('close')} className={`absolute end-3 top-3 ${iconButtonStyle}`}>
            <Icon icon={closeIcon} />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
