/** The tone of a toast, which determines icon and colour. */
export type ToastTone = 'info' | 'success' | 'warning' | 'error';

/** How screen readers announce it: `foreground` (result of the person's action) at once; `background` when they are idle. */
export type ToastType = 'foreground' | 'background';

export interface ToastAction {
  label: string;
  /** How to do the same without the toast, for people who cannot reach it in time: "Undo from the item's history". */
  altText: string;
  onAction(): void;
}

/** The options of a toast. */
export interface ToastOptions {
  /** Replaces an existing toast with the same id. Default: a new id. */
  id?: string;
  title: string;
  description?: string;
  /** Default `info`. */
  tone?: ToastTone;
  /** Default `foreground`. */
  type?: ToastType;
  /** Milliseconds until it closes by itself; default `TOAST_DURATION`, `Infinity` for never. */
  duration?: number;
  action?: ToastAction;
}

/** A stored toast: its options, and whether it is open. A closed one is in its exit animation. */
export interface Toast {
  id: string;
  /** Increases with every toast added or replaced: restarts its timer. */
  round: number;
  open: boolean;
  title: string;
  description?: string;
  tone: ToastTone;
  type: ToastType;
  duration: number;
  action?: ToastAction;
}

/** Maximum toasts. Source of the numbers in this file: docs/seed-coverage.md §9. */
export const TOAST_LIMIT = 5;

/** Default duration in milliseconds. */
export const TOAST_DURATION = 5000;

/** Milliseconds between closing and removal. */
export const TOAST_REMOVAL_DELAY = 200;

/** Distance in pixels after which a swipe closes the toast. It starts after 10 px of touch, or 2 px otherwise: Radix's own. */
export const TOAST_SWIPE_THRESHOLD = 50;

/** The key that moves the focus to the toasts. */
export const TOAST_HOTKEY = 'F8';
