import type { ActionFunctionArgs } from 'react-router';
import { StoreUnavailable } from '#core/documents/errors.ts';
import type { Locale } from '#core/locales/locale.ts';
import { renderRecord } from '../context/context.ts';
import { createAdminTranslator } from './admin-translator.ts';

/**
 * Does the work of an action; where the database cannot be written now, `refuse` answers the form as it was filled in, with
 * a sentence that says so and the status 503. Without it, the answer would be the error screen. The server logs the cause.
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
    if (!(error instanceof StoreUnavailable)) throw error;
    context.get(renderRecord).error = error;
    return refuse(createAdminTranslator(locale)('connection.unavailable'));
  }
}
