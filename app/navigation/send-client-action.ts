import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';
import { AWAY } from './away.ts';
import { tellUnsent } from './unsent.ts';
import { isWrongAddress, showWrongAddress } from './wrong-address.ts';

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
    tellUnsent();
    return data(undefined, { status: UNANSWERED });
  }
}

/** Whether there was no response, or only one from a proxy. */
function isUnanswered(error: unknown): boolean {
  // Thrown by `fetch` without a response.
  return error instanceof TypeError || (isRouteErrorResponse(error) && AWAY.includes(error.status));
}
