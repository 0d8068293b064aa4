import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import type { HistoryRow, RevisionsData } from './read-revisions.ts';

const RESTORE_FORM = 'restore';

/** The history, to compare two entries or restore one. */
export function HistoryForm({ data }: { data: RevisionsData }) {
  const t = useTranslations('publishing.revisions');
  const { rows, from, to, after } = data;
  if (rows.length === 0) return <p className="mt-2 text-ink-soft">{t('none')}</p>;
  const draft: HistoryRow = { ref: 'draft', name: t('draft'), by: '', canRestore: false };
  return (
    <>
      <Form method="post" id={RESTORE_FORM}>
        <input type="hidden" name="intent" value="restore" />
      </Form>
      <Form key={`${from} ${to}`} className="mt-3 grid gap-3" aria-label={t('compare')}>
        {after !== undefined && <input type="hidden" name="after" value={after} />}
        <ul className="divide-y divide-line border-line border-y">
          {[draft, ...rows].map((row) => (
            <li key={row.ref} className="flex flex-wrap items-center gap-x-5 gap-y-1 py-2.5">
              <span className="flex gap-4 max-sm:order-1 max-sm:grow">
                <SideRadio name="from" label={t('from')} row={row} chosen={from} />
                <SideRadio name="to" label={t('to')} row={row} chosen={to} />
              </span>
              <span className="min-w-0 grow max-sm:basis-full">
                <span className="block font-medium">{row.name}</span>
                <span className="block text-fine text-ink-soft">{row.by}</span>
              </span>
              {row.canRestore && (
                <span className="max-sm:order-2">
                  <SubmitButton tone="plain" name="entry" value={row.ref} form={RESTORE_FORM}>
                    {t('restore')} <span className="sr-only">{row.name}</span>
                  </SubmitButton>
                </span>
              )}
            </li>
          ))}
        </ul>
        <div>
          <SubmitButton>{t('compare')}</SubmitButton>
        </div>
      </Form>
    </>
  );
}

function SideRadio({ name, label, row, chosen }: { name: string; label: string; row: HistoryRow; chosen: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 text-fine">
      <input type="radio" name={name} value={row.ref} defaultChecked={row.ref === chosen} className="choice-mark" />
      {label} <span className="sr-only">: {row.name}</span>
    </label>
  );
}
