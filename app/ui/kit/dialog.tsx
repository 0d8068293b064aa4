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
  /** `sheet`: at the side, with the window's height. `wide`: as large as the window, up to the width of a page. */
  kind?: 'dialog' | 'sheet' | 'wide';
  /** Called after closing; prevent the event to keep the focus from returning. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

const KINDS = {
  dialog:
    'rise-motion overflow-y-auto inset-0 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] rounded-card border',
  wide: 'rise-motion overflow-hidden inset-0 m-auto flex h-[calc(100dvh-2rem)] w-[min(64rem,calc(100vw-2rem))] flex-col rounded-card border max-sm:h-dvh max-sm:w-screen max-sm:rounded-none max-sm:border-0',
  sheet: 'fade-motion overflow-y-auto inset-y-0 end-0 w-[min(30rem,100vw)] border-s',
};

/** The contents of a wide dialog scroll below its title, from edge to edge. */
const SCROLLED = '-mx-5 -mb-5 flex min-h-0 grow flex-col overflow-y-auto px-5 pt-1 pb-5 sm:-mx-6 sm:-mb-6 sm:px-6';

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
          className={`fixed z-50 border-line bg-raised p-5 text-ink shadow-xl sm:p-6 ${KINDS[kind]}`}
        >
          <RadixDialog.Title className="pe-10 font-semibold text-h3">{title}</RadixDialog.Title>
          {description !== undefined && (
            <RadixDialog.Description className="mt-1 text-ink-soft">{description}</RadixDialog.Description>
          )}
          <div className={kind === 'wide' ? `mt-3 ${SCROLLED}` : 'mt-4'}>{children}</div>
          {/* After the contents in the DOM, so that the contents get the focus first. */}
          <RadixDialog.Close aria-label={t('close')} className={`absolute end-3 top-3 ${iconButtonStyle}`}>
            <Icon icon={closeIcon} />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
