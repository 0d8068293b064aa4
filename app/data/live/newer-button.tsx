import type { ReactNode } from 'react';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { leaveFocus } from '../../ui/kit/return-focus.ts';

/** Shows what is new in a list, over its upper edge, so that no row moves. The list's element is positioned. */
export function NewerButton({ onShow, children }: { onShow: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        leaveFocus(currentTarget);
        onShow();
      }}
      className={`absolute inset-x-0 -top-5 z-10 mx-auto w-fit shadow-lg ${buttonStyle('action')}`}
    >
      {children}
    </button>
  );
}
