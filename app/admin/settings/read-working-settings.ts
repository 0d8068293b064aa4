import type { Locale } from '#core/locales/locale.ts';
import { isSettingChoice, readSettings, SETTING_GROUPS, type Setting, settingsOf } from '#core/settings/settings.ts';
import type { AdminServices, PageServices } from '../../context/context.ts';
import { createAdminTranslator } from '../layout/read-admin-messages.ts';

/** The settings of a site, with those of its start. */
export function siteSettings({ config }: Pick<PageServices, 'config'>, { signUp }: Pick<AdminServices, 'signUp'>) {
  return settingsOf(config.file ?? config, signUp);
}

/** The words of settings in a language. */
export function createSettingWords({ config }: Pick<PageServices, 'config'>, locale: Locale) {
  const t = createAdminTranslator(locale);
  const typeName = (key = '') => config.contentTypes.find((type) => type.key === key)?.labels.plural[locale] ?? key;
  const wordsOf = ({ input, byDefault }: Setting, value: string): string => {
    const inForce = value === '' ? byDefault : value;
    if (input.kind === 'emails') return inForce === '' ? t('settings.working.team') : inForce.replaceAll('\n', ', ');
    return isSettingChoice(inForce) ? t(`settings.working.choices.${inForce}`) : inForce;
  };
  return {
    t,
    wordsOf,
    nameOf: ({ name, type }: Setting) => t(`settings.working.names.${name}`, { type: typeName(type) }),
  };
}

/** The working settings as the page shows them, in groups. Check the policy table first. */
export async function readWorkingSettings(services: PageServices, admin: AdminServices, locale: Locale) {
  const settings = siteSettings(services, admin);
  const values = await readSettings(admin.store, settings);
  const { t, nameOf, wordsOf } = createSettingWords(services, locale);
  return SETTING_GROUPS.map((group) => ({
    group,
    title: t(`settings.working.groups.${group}`),
    settings: settings
      .filter((setting) => setting.group === group)
      .map((setting) => {
        const { id, name, input } = setting;
        const range = input.kind === 'number' ? { minimum: input.minimum, maximum: input.maximum } : {};
        return {
          id,
          kind: input.kind,
          value: values.get(id) ?? '',
          label: nameOf(setting),
          hint: t(`settings.working.hints.${name}`, range),
          byDefault: wordsOf(setting, ''),
          ...(input.kind === 'choice' && {
            choices: input.choices.map((value) => ({ value, label: wordsOf(setting, value) })),
          }),
          ...(input.kind === 'time-zone' && {
            choices: Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
          }),
          ...range,
        };
      }),
  }));
}

export type SettingGroupData = Awaited<ReturnType<typeof readWorkingSettings>>[number];
