import { Form, useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import { ISSUE_KINDS } from '#core/content/card-issues.ts';
import { tellUnsent } from '../../navigation/unsent.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import type { HealthData } from './read-health.ts';

/** The filters of the board; with script, applied on change. */
export function HealthForm({ board }: { board: HealthData }) {
  const t = useTranslations('items.health');
  const submit = useSubmit();
  const { query, languages, types, path, clearHref } = board;
  const form = useFilledForm(query, send);
  function send() {
    if (!navigator.onLine) tellUnsent();
    else if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
  }
  return (
    <Form
      ref={form}
      method="get"
      action={path}
      role="search"
      className="mt-5 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1.3fr)_auto]"
    >
      <SelectField
        id="language"
        name="language"
        label={t('language')}
        defaultValue={query.language}
        onChange={() => send()}
        none={t('anyLanguage')}
        choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SelectField
        id="type"
        name="type"
        label={t('type')}
        defaultValue={query.type}
        onChange={() => send()}
        none={t('anyType')}
        choices={types.map(({ key, label }) => ({ value: key, label }))}
      />
      <SelectField
        id="kind"
        name="kind"
        label={t('kind')}
        defaultValue={query.kind}
        onChange={() => send()}
        none={t('anyKind')}
        choices={ISSUE_KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton tone="plain" pending={false}>
          {t('apply')}
        </SubmitButton>
        {clearHref && (
          <SiteLink to={clearHref} className={buttonStyle('quiet')}>
            {t('clear')}
          </SiteLink>
        )}
      </div>
    </Form>
  );
}
