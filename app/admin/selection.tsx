import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { SubmitButton } from '../ui/kit/forms/submit-button.tsx';
import { SelectField } from './select-field.tsx';

/** The form of the actions on a list, to which the checkboxes of its rows belong. */
export const BULK_FORM = 'bulk';

/** The selected rows of a page, also those that were marked before hydration. Rows that leave the page are deselected. */
export function useSelection(rows: readonly { id: string }[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const isPage = document.querySelector('#select-page:checked') !== null;
    const marks = document.querySelectorAll<HTMLInputElement>(
      `input[form="${BULK_FORM}"][type="checkbox"]${isPage ? '' : ':checked'}`,
    );
    if (marks.length > 0) setSelected(new Set([...marks].map(({ value }) => value)));
  }, []);
  useEffect(() => {
    const shown = new Set(rows.map(({ id }) => id));
    setSelected((before) => {
      const kept = [...before].filter((id) => shown.has(id));
      return kept.length === before.size ? before : new Set(kept);
    });
  }, [rows]);
  function select(id: string, isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  }
  return { rows, selected, select, setSelected };
}

type Selection = ReturnType<typeof useSelection>;

/** A box that selects all rows of the page. */
export function SelectPage({ selection: { rows, selected, setSelected } }: { selection: Selection }) {
  const t = useTranslations('admin.selection');
  return (
    <label className="grid size-11 cursor-pointer place-items-center noscript:hidden">
      <span className="sr-only">{t('page')}</span>
      <input
        id="select-page"
        type="checkbox"
        checked={rows.length > 0 && rows.every(({ id }) => selected.has(id))}
        onChange={({ currentTarget }) => setSelected(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))}
        className="choice-mark"
      />
    </label>
  );
}

interface BulkFormProps {
  selected: ReadonlySet<string>;
  /** Where the form goes. */
  target: string;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  isPending?: boolean;
  choices: { value: string; label: string }[];
  /** Above the actions, in the form. */
  head?: ReactNode;
  /** What is selected beyond the page, instead of the number. */
  status?: string | undefined;
  /** Beside the number. */
  scope?: ReactNode;
  /**
   * Fields of certain actions.
   * @param isFor whether one of these actions is chosen; always without script, where nothing tells
   * @param hasScript fields that are always there need words that say what they are for
   */
  children: (isFor: (...actions: string[]) => boolean, hasScript: boolean) => ReactNode;
}

/**
 * Actions on what is selected. A plain form without script; with script, it is shown at the bottom of the window while something
 * is selected, so that no row moves.
 */
export function BulkForm(props: BulkFormProps) {
  const { selected, target, onSubmit, isPending, choices, head, status, scope, children } = props;
  const t = useTranslations('admin.selection');
  const [hasScript, setHasScript] = useState(false);
  const [action, setAction] = useState('');
  useEffect(() => setHasScript(true), []);
  return (
    <section
      aria-labelledby="bulk-title"
      className={`order-last mt-3 rounded-card border bg-raised px-3 py-2 ${selected.size > 0 ? 'sticky bottom-3 z-30 border-line-strong shadow-lg' : 'hidden border-line noscript:block'}`}
      data-print="hide"
    >
      <h2 id="bulk-title" className="sr-only">
        {t('title')}
      </h2>
      <Form id={BULK_FORM} method="post" action={target} onSubmit={onSubmit}>
        {head}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <div className="flex flex-wrap items-center gap-x-6">
            <p role="status" className="py-2 font-medium noscript:hidden">
              {status ?? t('selected', { count: selected.size })}
            </p>
            {scope}
          </div>
          <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
            <SelectField
              id="intent"
              name="intent"
              label={t('action')}
              hidesLabel
              value={action}
              onChange={({ currentTarget }) => setAction(currentTarget.value)}
              none={t('choose')}
              choices={choices}
            />
            {children((...actions) => !hasScript || actions.includes(action), hasScript)}
            <SubmitButton tone="plain" {...(isPending !== undefined && { pending: isPending })}>
              {t('apply')}
            </SubmitButton>
          </div>
        </div>
      </Form>
    </section>
  );
}
