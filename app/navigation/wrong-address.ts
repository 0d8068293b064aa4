import { isRouteErrorResponse } from 'react-router';

/** The code in the server's response to a form from a page at another address than the site's. */
const CODE = '"code":"wrong-address"';

/** Whether an error means that the page was opened at an address where the server accepts no forms. */
export function isWrongAddress(error: unknown): boolean {
  return (
    isRouteErrorResponse(error) && error.status === 403 && typeof error.data === 'string' && error.data.includes(CODE)
  );
}

/**
 * Shows the server's explanation with its own policy, by submitting an empty form without script, which is refused in the same
 * way. @returns a promise that never resolves, since the document is replaced
 */
export function showWrongAddress(): Promise<never> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = window.location.pathname;
  document.body.append(form);
  form.submit();
  return new Promise(() => {});
}
