import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { chooseHistory, HISTORY_DAYS } from '#core/items/history-settings.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { requireForm } from '../../account/receive-form.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { requirePermission } from '../require-permission.ts';

const FORM = formShape({ fullDays: textField(10) });

/** The page after a refused choice. */
export interface HistoryAnswer {
  sentence: string;
  fullDays: string;
}

/** Chooses how long every revision is kept; 403 without the right to change settings. */
export async function chooseHistoryAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'settings.manage');
  const { store, locale, pathTo } = request;
  const fullDays = String((await requireForm(request, FORM)).get('fullDays') ?? '');
  const refuse = (sentence: string, status: number) => data<HistoryAnswer>({ sentence, fullDays }, { status });
  const days = HISTORY_DAYS.find((choice) => String(choice) === fullDays);
  if (days === undefined && fullDays !== '') {
    return refuse(createAdminTranslator(locale)('settings.history.unknown'), 422);
  }
  return orUnavailable(
    args,
    locale,
    async () => {
      await chooseHistory({ store }, actor, days === undefined ? {} : { fullDays: days });
      throw redirect(`${pathTo('/admin/settings')}?notice=history`, 303);
    },
    (sentence) => refuse(sentence, 503),
  );
}
