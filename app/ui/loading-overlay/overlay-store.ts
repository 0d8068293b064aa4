import { createStore, type Store } from '../kit/create-store.ts';

/** Visible, with its own or the default message; or hidden. */
export type OverlayState = { visible: false } | { visible: true; message?: string };

/** Covers the whole window during an operation that must not be disturbed. */
export interface LoadingOverlay {
  /** @param message what is being waited for; default: the translated `common.loading` */
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
