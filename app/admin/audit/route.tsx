import { Form, useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import { AUDIT_ACTIONS, type AuditAction } from '#core/audit/audit-actions.ts';
import { accountMeta } from '../../account/account-page.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import type { AuditQuery, AuditQueryProblems } from './audit-query.ts';
import { readAudit } from './read-audit.ts';

type ActionGroup = AuditAction extends `${infer Group}.${string}` ? Group : never;

const GROUPS = [...new Set(AUDIT_ACTIONS.map((action) => action.slice(0, action.indexOf('.')) as ActionGroup))];

interface AuditFormProps {
  query: AuditQuery;
  problems: AuditQueryProblems;
  people: readonly { id: string; name: string; email: string }[];
  /** The address of the log without filters; missing if there are none. */
  clearHref?: string | undefined;
}

export const loader = readAudit;

export const meta = accountMeta;

/** The audit log, read-only. */
export default function AuditRoute() {
  const { title, lead, query, problems, people, entries, clearHref, firstHref, nextHref } =
    useLoaderData<typeof loader>();
  const t = useTranslations('admin.audit');
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <>
      <h1 className="font-semibold text-h2">{title}</h1>
      <p className="mt-1 text-ink-soft">{lead}</p>
      <AuditForm query={query} problems={problems} people={people} clearHref={clearHref} />
      {!hasProblem && (
        <section aria-labelledby="entries" className="mt-8">
          <h2 id="entries" className="font-semibold text-h3">
            {t('entries')}
          </h2>
          {entries.length === 0 && (
            <p role="status" className="mt-3 rounded-card border border-line p-8 text-ink-soft">
              {clearHref ? t('emptySearch') : t('empty')}
            </p>
          )}
          <ol className="mt-3 divide-y divide-line">
            {entries.map(({ id, at, when, sentence, details }) => (
              <li key={id} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
                <time dateTime={at} className="text-fine text-ink-soft tabular-nums sm:pt-0.5">
                  {when}
                </time>
                <div className="min-w-0 break-words">
                  <p>{sentence}</p>
                  {details.length > 0 && <p className="text-fine text-ink-soft">{details.join(' · ')}</p>}
                </div>
              </li>
            ))}
          </ol>
          <PageLinks
            label={t('pages')}
            first={firstHref && { href: firstHref, label: t('newest') }}
            next={nextHref && { href: nextHref, label: t('older') }}
          />
        </section>
      )}
    </>
  );
}

/** The filters of the log. The address can be bookmarked and shared with other owners. */
function AuditForm({ query, problems, people, clearHref }: AuditFormProps) {
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
