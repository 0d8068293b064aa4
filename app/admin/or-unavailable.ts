import type { ActionFunctionArgs } from 'react-router';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { Locale } from '#core/locales/locale.ts';
import { renderRecord } from '../context/context.ts';
import { createAdminTranslator } from './layout/read-admin-messages.ts';

/**
 * Runs an action; if the database cannot be written or the accounts cannot be read now, `refuse` returns the submitted form with an explanation and status
 * 503, instead of the error screen. The server logs the cause.
 */
export async function orUnavailable<Done, Refused>(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  locale: Locale,
  work: () => Promise<Done>,
  refuse: (sentence: string) => Refused | Promise<Refused>,
): Promise<Done | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable || error instanceof IdentityUnavailable)) throw error;
    context.get(renderRecord).error = error;
    return refuse(createAdminTranslator(locale)('connection.unavailable'));
  }
}
