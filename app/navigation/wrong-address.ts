import { isRouteErrorResponse } from 'react-router';

/** The code of the server's answer to a form from a page at another address than that of the site. */
const CODE = '"code":"wrong-address"';

/** Whether an error is that the page was opened at an address at which the server accepts no forms. */
export function isWrongAddress(error: unknown): boolean {
  return (
    isRouteErrorResponse(error) && error.status === 403 && typeof error.data === 'string' && error.data.includes(CODE)
  );
}

/**
 * Shows the server's page about it, with its own policy: an empty form goes there as without script, and is refused in the
 * same way. @returns a promise that never resolves, as the document goes
 */
export function showWrongAddress(): Promise<never> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = window.location.pathname;
  document.body.append(form);
  form.submit();
  return new Promise(() => {});
}
