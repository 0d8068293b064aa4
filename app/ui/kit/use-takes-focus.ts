import { type RefObject, useEffect, useRef } from 'react';

/** What makes an element one that takes the focus. */
interface TakesFocus<E> {
  ref: RefObject<E | null>;
  tabIndex: -1;
  /** Without script too, the answer to a form begins with what it says. */
  autoFocus: true;
}

/**
 * Gives an element the focus when it comes, so that everybody notices what it says: again with other words, and with
 * another answer in the same.
 */
export function useTakesFocus<E extends HTMLElement>(answer: unknown, words = ''): TakesFocus<E> {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect does not read what it follows
  useEffect(() => ref.current?.focus(), [answer, words]);
  return { ref, tabIndex: -1, autoFocus: true };
}
