import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router';
import { AWAY } from './away.ts';
import { tellUnsent } from './unsent.ts';
import { isWrongAddress, showWrongAddress } from './wrong-address.ts';

/** Of an answer that never came; as with every status of an error, the router leaves the page's data as it is. */
export const UNANSWERED = 503;

/**
 * The client action of every page with a form: where the server cannot be reached, that is told and the page stays, with
 * what was typed into it. The router alone would put an error in its place. Where the page was opened at a wrong address,
 * the server's page about that takes its place.
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

/** Whether there was no answer, or one of what stands before the server. */
function isUnanswered(error: unknown): boolean {
  // What `fetch` throws without an answer.
  return error instanceof TypeError || (isRouteErrorResponse(error) && AWAY.includes(error.status));
}
