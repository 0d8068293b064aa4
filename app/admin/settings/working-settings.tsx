import { useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { foldToAscii } from '#core/content-types/slugs.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextAreaField } from '../../ui/kit/forms/text-area-field.tsx';
import { SearchField } from '../search-field.tsx';
import { SelectField } from '../select-field.tsx';
import type { SettingsAnswer } from './change-settings-action.ts';
import type { SettingGroupData } from './read-working-settings.ts';

type SettingData = SettingGroupData['settings'][number];

/** How the site works: all settings in groups, one form, and a search that works without script, too. */
export function WorkingSettings({ groups, words }: { groups: readonly SettingGroupData[]; words: string }) {
  const t = useTranslations('admin.settings.working');
  const [wanted, setWanted] = useState(words);
  const answer = useAnswer<SettingsAnswer>();
  const all = groups.flatMap(({ settings }) => settings);
  const marked = all.flatMap(({ id, label }) =>
    answer?.settings?.[id]?.error === undefined ? [] : [{ id, message: label }],
  );
  const shown = groups.map(({ title, settings }) => settings.map((setting) => isFound(wanted, title, setting)));
  return (
    <section aria-labelledby="working" className="mt-6">
      <h2 id="working" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <search className="mt-4 block max-w-xl">
        <form method="get">
          <SearchField name="q" label={t('search')} submit={t('submit')} defaultValue={words} onChange={setWanted} />
        </form>
      </search>
      <Form method="post" noValidate className="mt-6 grid gap-8">
        {answer?.settings && <FormError errors={[answer.sentence]} fields={marked} answer={answer} />}
        {groups.map(({ group, title, settings }, index) => (
          <fieldset key={group} hidden={!shown[index]?.includes(true)} className="min-w-0">
            <legend className="font-semibold">{title}</legend>
            <div className="mt-3 grid gap-x-8 gap-y-6 lg:grid-cols-2">
              {settings.map((setting, place) => (
                <div key={`${setting.id} ${setting.value}`} hidden={!shown[index]?.[place]} className="min-w-0">
                  <SettingField setting={setting} answer={answer?.settings?.[setting.id]} />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
        {shown.flat().includes(true) ? (
          <div>
            <SubmitButton name="section" value="working">
              {t('save')}
            </SubmitButton>
          </div>
        ) : (
          <p role="status">{t('none')}</p>
        )}
      </Form>
    </section>
  );
}

/** One setting, with what is so while it is empty. */
function SettingField({
  setting,
  answer,
}: {
  setting: SettingData;
  answer: { value: string; error?: string } | undefined;
}) {
  const t = useTranslations('admin.settings.working');
  const { id, kind, value, label, hint, byDefault, choices, minimum, maximum } = setting;
  const field = {
    id,
    name: `set ${id}`,
    label,
    errors: answer?.error === undefined ? [] : [answer.error],
    defaultValue: answer?.value ?? value,
  };
  const told = (
    <>
      {hint}
      {!choices && <> {t('emptyMeans', { value: byDefault })}</>}
      {value !== '' && (
        <span className="ms-2 rounded-full bg-tint px-2 py-0.5 font-medium text-action">{t('changed')}</span>
      )}
    </>
  );
  return (
    <>
      <input type="hidden" name={`was ${id}`} value={value} />
      {choices && <SelectField {...field} hint={told} choices={choices} none={t('byDefault', { value: byDefault })} />}
      {kind === 'number' && (
        <TextField {...field} hint={told} type="number" inputMode="numeric" min={minimum} max={maximum} />
      )}
      {kind === 'emails' && <TextAreaField {...field} hint={told} rows={3} autoCapitalize="none" spellCheck={false} />}
    </>
  );
}

/** Whether every word is somewhere in a setting or its group; accents and capitals do not matter. */
function isFound(wanted: string, title: string, { label, hint, byDefault, choices = [] }: SettingData): boolean {
  const options = choices.length > 20 ? [] : choices.map((choice) => choice.label);
  const text = foldToAscii([title, label, hint, byDefault, ...options].join(' '));
  return foldToAscii(wanted)
    .split('-')
    .every((word) => text.includes(word));
}
