import { Toast } from 'radix-ui';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { type FocusPath, focusAlong, focusPath } from '../return-focus.ts';
import { TOAST_HOTKEY } from './toast.ts';

/**
 * The region of toasts: at the bottom of a phone, in the lower corner of a larger screen, 16 px apart. If it is unmounted while
 * focused, the focus returns to its previous element.
 */
export function ToastViewport({ label }: { label: string }) {
  const viewport = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<FocusPath>([]);
  useLayoutEffect(() => {
    const list = viewport.current;
    return () => {
      if (list === document.activeElement) focusAlong(cameFrom.current);
    };
  }, []);
  function remember({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = focusPath(relatedTarget);
  }
  return (
    <Toast.Viewport
      ref={viewport}
      label={label}
      hotkey={[TOAST_HOTKEY]}
      onFocus={remember}
      className="fixed inset-x-0 bottom-0 z-60 m-0 flex max-h-dvh list-none flex-col gap-[16px] overflow-x-clip p-4 outline-none focus-visible:outline-none sm:start-auto sm:w-[26rem]"
    />
  );
}
