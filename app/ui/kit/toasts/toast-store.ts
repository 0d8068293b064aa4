import { createStore } from '../create-store.ts';
import { checkToast, type Report } from './check-toast.ts';
import { TOAST_LIMIT, TOAST_REMOVAL_DELAY, type Toast, type ToastOptions } from './toast.ts';

/** The toasts of one browser window. */
export interface ToastStore {
  /**
   * Shows a toast. Only the newest five are kept: a sixth closes the oldest.
   *
   * @returns its id
   * @throws TypeError in development for an empty title, an unknown type, or an action without alternative text
   */
  add(options: ToastOptions): string;
  /** Closes a toast, which is removed 200 ms later. Unknown ids are ignored. */
  close(id: string): void;
  /** The toasts to render, oldest first: at most five, including closed ones during their exit animation. */
  read(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

export function createToastStore(report: Report = reportMisuse): ToastStore {
  const shown = createStore<readonly Toast[]>([]);
  let queue: Toast[] = [];
  let lastRound = 0;

  function showQueued() {
    const room = Math.max(0, TOAST_LIMIT - shown.read().length);
    const next = queue.slice(0, room);
    queue = queue.slice(room);
    if (next.length > 0) shown.write([...shown.read(), ...next]);
  }

  function close(id: string) {
    queue = queue.filter((toast) => toast.id !== id);
    const open = shown.read().find((toast) => toast.id === id && toast.open);
    if (!open) return;
    const closed = { ...open, open: false };
    shown.write(shown.read().map((toast) => (toast === open ? closed : toast)));
    setTimeout(remove, TOAST_REMOVAL_DELAY, closed);
  }

  /** @param closed the state when it closed; a toast reopened since then stays */
  function remove(closed: Toast) {
    shown.write(shown.read().filter((toast) => toast !== closed));
    showQueued();
  }

  function makeRoom() {
    const kept = [...shown.read().filter(({ open }) => open), ...queue];
    for (const { id } of kept.slice(0, Math.max(0, kept.length - TOAST_LIMIT))) close(id);
  }

  return {
    add(options) {
      const round = ++lastRound;
      const id = options.id ?? `toast-${round}`;
      const toast: Toast = { ...checkToast(id, options, report), round };
      if (shown.read().some((other) => other.id === id)) {
        shown.write(shown.read().map((other) => (other.id === id ? toast : other)));
      } else {
        queue = [...queue.filter((other) => other.id !== id), toast];
      }
      makeRoom();
      showQueued();
      return id;
    },
    close,
    read: shown.read,
    subscribe: shown.subscribe,
  };
}

/** Reports incorrect use of a component: throws in development, logs in production, where the component continues. */
export function reportMisuse(message: string): void {
  if (import.meta.env.DEV) throw new TypeError(message);
  console.error(message);
}
