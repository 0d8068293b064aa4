const UNSENT = 'meki:unsent';

/** Has it told that what was sent did not reach the server. */
export function tellUnsent(): void {
  window.dispatchEvent(new Event(UNSENT));
}

/** @returns what ends it */
export function onUnsent(listener: () => void): () => void {
  window.addEventListener(UNSENT, listener);
  return () => window.removeEventListener(UNSENT, listener);
}
