import { createStore, type Store } from '../kit/create-store.ts';

/** Visible, with a message of its own or the default one; or hidden, which has no message. */
export type OverlayState = { visible: false } | { visible: true; message?: string };

/** Covers the whole window while something that must not be disturbed goes on. */
export interface LoadingOverlay {
  /** @param message what is being waited for; the translated `common.loading` when missing */
  show(message?: string): void;
  /** Hides the overlay and clears its message. */
  hide(): void;
}

const HIDDEN: OverlayState = { visible: false };

export function createOverlayStore(): LoadingOverlay & Omit<Store<OverlayState>, 'write'> {
  const { read, write, subscribe } = createStore<OverlayState>(HIDDEN);
  return {
    show: (message) => write(message ? { visible: true, message } : { visible: true }),
    hide: () => write(HIDDEN),
    read,
    subscribe,
  };
}
