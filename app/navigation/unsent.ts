const UNSENT = 'meki:unsent';

/** Notifies that a form did not reach the server. */
export function tellUnsent(): void {
  window.dispatchEvent(new Event(UNSENT));
}

/** @returns a function that removes the listener */
export function onUnsent(listener: () => void): () => void {
  window.addEventListener(UNSENT, listener);
  return () => window.removeEventListener(UNSENT, listener);
}
