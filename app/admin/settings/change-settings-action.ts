import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { formShape, textField } from '#core/forms/form-shape.ts';
import { chooseHistory, HISTORY_DAYS } from '#core/items/thin-history.ts';
import { changeSettings } from '#core/settings/change-settings.ts';
import type { Setting } from '#core/settings/settings.ts';
import { readAccountRequest } from '../../account/account-request.ts';
import { requireForm } from '../../account/receive-form.ts';
import { adminServices, pageServices } from '../../context/context.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { requirePermission } from '../require-permission.ts';
import { createSettingWords, siteSettings } from './read-working-settings.ts';

/** Maximum characters of a setting as it is typed: 100 emails. */
const LONGEST = 26_000;

/** The page after a refused choice. */
export interface SettingsAnswer {
  sentence: string;
  /** What was chosen of the history, if that was refused. */
  fullDays?: string;
  /** What was typed for each setting, and what is wrong with it, if that was refused. */
  settings?: { [id: string]: { value: string; error?: string } };
}

/** Changes working settings, or how long every revision is kept; 403 without the right to change settings. */
export async function changeSettingsAction(args: ActionFunctionArgs) {
  const request = readAccountRequest(args);
  const { actor } = await requirePermission(request, 'settings.manage');
  const { store, locale, pathTo } = request;
  const services = args.context.get(pageServices);
  const settings = siteSettings(services, args.context.get(adminServices));
  const names = settings.flatMap(({ id }) => [`set ${id}`, `was ${id}`]);
  const shape = formShape({
    fullDays: textField(10),
    section: textField(10),
    ...Object.fromEntries(names.map((name) => [name, textField(LONGEST)])),
  });
  const form = await requireForm(request, shape);
  const refuse = (answer: SettingsAnswer, status: number) => data<SettingsAnswer>(answer, { status });
  const saved = (notice: string) => redirect(`${pathTo('/admin/settings')}?notice=${notice}`, 303);
  if (!form.has('section')) {
    const fullDays = String(form.get('fullDays') ?? '');
    const days = HISTORY_DAYS.find((choice) => String(choice) === fullDays);
    if (days === undefined && fullDays !== '') {
      return refuse({ sentence: createAdminTranslator(locale)('settings.history.unknown'), fullDays }, 422);
    }
    return orUnavailable(
      args,
      locale,
      async () => {
        await chooseHistory({ store }, actor, days === undefined ? {} : { fullDays: days });
        throw saved('history');
      },
      (sentence) => refuse({ sentence, fullDays }, 503),
    );
  }
  const typed = settings.filter(({ id }) => form.has(`set ${id}`));
  const value = (name: string) => String(form.get(name) ?? '');
  const { t, wordsOf } = createSettingWords(services, locale);
  const answer = (sentence: string, errorOf: (setting: Setting) => string | undefined): SettingsAnswer => ({
    sentence,
    settings: Object.fromEntries(
      typed.map((setting) => {
        const error = errorOf(setting);
        return [setting.id, { value: value(`set ${setting.id}`), ...(error !== undefined && { error }) }];
      }),
    ),
  });
  return orUnavailable(
    args,
    locale,
    async () => {
      const changes = typed.map((setting) => ({
        setting,
        before: value(`was ${setting.id}`),
        after: value(`set ${setting.id}`),
      }));
      const outcome = await changeSettings({ store }, actor, changes);
      if (!outcome.ok) {
        const wrong = ({ input: { kind, ...range } }: Setting) =>
          t(`settings.working.invalid.${kind}`, { minimum: 0, maximum: 0, most: 0, ...range, choices: '' });
        const errorOf = (setting: Setting) => (outcome.refused.includes(setting) ? wrong(setting) : undefined);
        return refuse(answer(t('settings.working.refused'), errorOf), 422);
      }
      const { conflicts } = outcome;
      if (conflicts.size === 0) throw saved('working');
      const errorOf = (setting: Setting) => {
        const other = conflicts.get(setting.id);
        return other === undefined ? undefined : t('settings.working.conflict', { value: wordsOf(setting, other) });
      };
      return refuse(answer(t('settings.working.partly'), errorOf), 409);
    },
    (sentence) =>
      refuse(
        answer(sentence, () => undefined),
        503,
      ),
  );
}
