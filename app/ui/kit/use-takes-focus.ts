import { type RefObject, useEffect, useRef } from 'react';

/** The props of an element that takes the focus. */
interface TakesFocus<E> {
  ref: RefObject<E | null>;
  tabIndex: -1;
  /** Without script, focuses the element on page load. */
  autoFocus: true;
}

/** Focuses an element when it appears, so that it is noticed: again when its text or the response changes. */
export function useTakesFocus<E extends HTMLElement>(answer: unknown, words = ''): TakesFocus<E> {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when these change, without reading them
  useEffect(() => ref.current?.focus(), [answer, words]);
  return { ref, tabIndex: -1, autoFocus: true };
}
