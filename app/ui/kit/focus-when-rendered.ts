import { type RefObject, useEffect, useRef } from 'react';

/** The props of an element that takes the focus. */
interface TakesFocus<E> {
  ref: RefObject<E | null>;
  tabIndex: -1;
  /** Without script, focuses the element on page load. */
  autoFocus: true;
}

/** Milliseconds after which a control that is still not rendered is given up. */
const PATIENCE = 10_000;

/** What waiting needs of the window. */
interface Surroundings {
  nextFrame(work: () => void): void;
  /** The focused element, if any. */
  focused(): unknown;
  /** In milliseconds. */
  now(): number;
}

/** The browser's. */
export const WINDOW: Surroundings = {
  nextFrame: (work) => void requestAnimationFrame(work),
  focused: () => (document.activeElement === document.body ? null : document.activeElement),
  now: () => performance.now(),
};

/**
 * Moves the focus to a control that may not be rendered yet: tries once per frame, until it has the focus, the person has moved
 * the focus elsewhere, or 10 s have passed.
 * @param focus tries it; returns whether the control has the focus now
 * @returns a function that stops trying
 */
export function focusWhenRendered(focus: () => boolean, { nextFrame, focused, now } = WINDOW): () => void {
  const before = focused();
  const end = now() + PATIENCE;
  let isStopped = false;
  const attempt = () => {
    const at = focused();
    // Elements that are removed or hidden lose the focus to nothing.
    if (isStopped || (at !== null && at !== before) || focus() || now() >= end) return;
    nextFrame(attempt);
  };
  nextFrame(attempt);
  return () => {
    isStopped = true;
  };
}

/** Focuses an element when it appears, so that it is noticed: again when its text or the response changes. */
export function useTakesFocus<E extends HTMLElement>(answer: unknown, words = ''): TakesFocus<E> {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when these change, without reading them
  useEffect(() => ref.current?.focus(), [answer, words]);
  return { ref, tabIndex: -1, autoFocus: true };
}
