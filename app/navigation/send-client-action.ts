import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';
import { AWAY } from './answer-marks.ts';

const UNSENT = 'meki:unsent';

/** The code in the server's response to a form from a page at another address than the site's. */
const CODE = '"code":"wrong-address"';

/** Status for a request without a response; as with all error statuses, the router keeps the page's data. */
export const UNANSWERED = 503;

/**
 * The client action of pages with forms: if the server cannot be reached, shows a notice and keeps the page with its input,
 * where the router alone would show an error. If the page was opened at a wrong address, it is replaced by the server's
 * explanation.
 */
export async function sendClientAction({ serverAction }: Pick<ClientActionFunctionArgs, 'serverAction'>) {
  try {
    return await serverAction();
  } catch (error) {
    if (isWrongAddress(error)) return showWrongAddress();
    if (!isUnanswered(error)) throw error;
    reportUnsent();
    return data(undefined, { status: UNANSWERED });
  }
}

/** Whether there was no response, or only one from a proxy. */
function isUnanswered(error: unknown): boolean {
  // Thrown by `fetch` without a response.
  return error instanceof TypeError || (isRouteErrorResponse(error) && AWAY.includes(error.status));
}

/** Whether an error means that the page was opened at an address where the server accepts no forms. */
function isWrongAddress(error: unknown): boolean {
  return (
    isRouteErrorResponse(error) && error.status === 403 && typeof error.data === 'string' && error.data.includes(CODE)
  );
}

/**
 * Shows the server's explanation with its own policy, by submitting an empty form without script, which is refused in the same
 * way. @returns a promise that never resolves, since the document is replaced
 */
function showWrongAddress(): Promise<never> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = window.location.pathname;
  document.body.append(form);
  form.submit();
  return new Promise(() => {});
}

/** Notifies that a form did not reach the server. */
export function reportUnsent(): void {
  window.dispatchEvent(new Event(UNSENT));
}

/** @returns a function that removes the listener */
export function onUnsent(listener: () => void): () => void {
  window.addEventListener(UNSENT, listener);
  return () => window.removeEventListener(UNSENT, listener);
}
