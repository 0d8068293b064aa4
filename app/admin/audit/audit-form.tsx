import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { AUDIT_ACTIONS, type AuditAction } from '#core/audit/audit-actions.ts';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { TextField } from '../../ui/kit/forms/text-field.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import type { AuditQuery, AuditQueryProblems } from './audit-query.ts';

type ActionGroup = AuditAction extends `${infer Group}.${string}` ? Group : never;

const GROUPS = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf('.')) as ActionGroup))];

interface AuditFormProps {
  query: AuditQuery;
  problems: AuditQueryProblems;
  people: readonly { id: string; name: string; email: string }[];
  /** The address of the log without filters; missing if there are none. */
  clearHref?: string | undefined;
}

/** The filters of the log. The address can be bookmarked and shared with other owners. */
export function AuditForm({ query, problems, people, clearHref }: AuditFormProps) {
  const t = useTranslations('admin.audit');
  const form = useFilledForm(query);
  const sentencesOf = (problem: 'day' | 'order' | undefined) => (problem ? [t(problem)] : []);
  return (
    <Form ref={form} method="get" role="search" className="mt-5 grid gap-4 sm:grid-cols-2">
      <SelectField
        id="person"
        name="person"
        label={t('person')}
        defaultValue={query.person}
        none={t('anyone')}
        choices={people.map(({ id, name, email }) => ({
          value: id,
          label: email ? `${name} (${email})` : name || t('goneOption'),
        }))}
      />
      <SelectField
        id="action"
        name="action"
        label={t('action')}
        defaultValue={query.action}
        none={t('anyAction')}
        choices={GROUPS.map((group) => ({
          label: t(`groups.${group}`),
          choices: AUDIT_ACTIONS.filter((action) => action.startsWith(`${group}.`)).map((action) => ({
            value: action,
            label: t(`actions.${action}`),
          })),
        }))}
      />
      <TextField
        id="from"
        name="from"
        type="date"
        label={t('from')}
        defaultValue={query.from}
        errors={sentencesOf(problems.from)}
      />
      <TextField
        id="to"
        name="to"
        type="date"
        label={t('to')}
        defaultValue={query.to}
        errors={sentencesOf(problems.to)}
      />
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <SubmitButton>{t('search')}</SubmitButton>
        {clearHref && (
          <SiteLink to={clearHref} className={buttonStyle('quiet')}>
            {t('clear')}
          </SiteLink>
        )}
      </div>
    </Form>
  );
}
