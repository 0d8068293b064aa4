/** What a toast is about; it gives the icon and the colour. */
export type ToastTone = 'info' | 'success' | 'warning' | 'error';

/**
 * How screen readers hear of it: `foreground`, what the person just did, at once; `background`, what happened
 * meanwhile, when they pause.
 */
export type ToastType = 'foreground' | 'background';

export interface ToastAction {
  label: string;
  /** How to do the same without the toast, for those who cannot reach it in time: "Undo from the item's history". */
  altText: string;
  onAction(): void;
}

/** What a part of the product asks to be shown. */
export interface ToastOptions {
  /** A toast with the id of one that is kept takes its place. A new id when missing. */
  id?: string;
  title: string;
  description?: string;
  /** `info` when missing. */
  tone?: ToastTone;
  /** `foreground` when missing. */
  type?: ToastType;
  /** Milliseconds until it closes by itself; `TOAST_DURATION` when missing, `Infinity` for one that stays. */
  duration?: number;
  action?: ToastAction;
}

/** A toast as it is kept: its display options, and whether it is open. A closed one is on its way out. */
export interface Toast {
  id: string;
  /** Another for every toast that is added, also in the place of one: its time begins anew. */
  round: number;
  open: boolean;
  title: string;
  description?: string;
  tone: ToastTone;
  type: ToastType;
  duration: number;
  action?: ToastAction;
}

/** How many are kept at a time. Source of the numbers in this file: docs/seed-coverage.md §9. */
export const TOAST_LIMIT = 5;

/** Milliseconds that a toast stays open. */
export const TOAST_DURATION = 5000;

/** Milliseconds between the closing of a toast and its removal. */
export const TOAST_REMOVAL_DELAY = 200;

/** Pixels that a swipe must pass to close the toast. It begins after 10 px of touch, or 2 px otherwise: Radix's own. */
export const TOAST_SWIPE_THRESHOLD = 50;

/** The key that moves the focus to the toasts. */
export const TOAST_HOTKEY = 'F8';
