import { AlertDialog } from 'radix-ui';
import { buttonStyle } from './button-style.ts';
import { overlayStyle } from './dialog.tsx';
import { useFocusReturn } from './return-focus.ts';

interface ConfirmDialogProps {
  open: boolean;
  /** The question: "Delete your account?" */
  title: string;
  /** The consequences, and whether it can be undone. */
  description: string;
  cancelLabel: string;
  /** The label of the confirming button: the action itself, not "yes". */
  confirmLabel: string;
  /** Closes it: called for the cancelling button and for Escape. */
  onCancel: () => void;
  onConfirm: () => void;
}

/** A modal dialog that asks before an action that cannot be undone. The cancelling button gets the focus. */
export function ConfirmDialog({
  open,
  title,
  description,
  cancelLabel,
  confirmLabel,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayStyle} />
        <AlertDialog.Content
          {...focusReturn}
          className="rise-motion fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-raised p-6 text-ink shadow-xl"
        >
          <AlertDialog.Title className="font-semibold text-h3">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-soft">{description}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel className={buttonStyle('plain')}>{cancelLabel}</AlertDialog.Cancel>
            <button type="button" className={buttonStyle('danger')} onClick={onConfirm}>
              {confirmLabel}
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
