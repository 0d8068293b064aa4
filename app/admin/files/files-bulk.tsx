import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { useTakesFocus } from '../../ui/kit/focus-when-rendered.ts';
import { TextField } from '../../ui/kit/forms/field.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SelectField } from '../select-field.tsx';
import type { FileAction, RemovalQuestion } from './files-answer.ts';
import type { FilesPageData } from './read-files-page.ts';

/** The form to which the checkboxes of the list belong. */
export const BULK_FORM = 'files-form';

/**
 * Actions on the selected files. A plain form without script; with script, it is shown at the bottom of the window while something
 * is selected, so that no row moves.
 */
export function FilesBulk({ list, selected }: { list: FilesPageData; selected: ReadonlySet<string> }) {
  const t = useTranslations('admin.files.bulk');
  const [hasScript, setHasScript] = useState(false);
  const [action, setAction] = useState<string>('');
  useEffect(() => setHasScript(true), []);
  const { actions, path, queryText, tagChoices } = list;
  const isTagging = action === 'tag' || action === 'untag';
  return (
    <section
      aria-labelledby="bulk-title"
      className={`order-last mt-3 rounded-card border bg-raised px-3 py-2 ${selected.size > 0 ? 'sticky bottom-3 z-30 border-line-strong shadow-lg' : 'hidden border-line noscript:block'}`}
      data-print="hide"
    >
      <h2 id="bulk-title" className="sr-only">
        {t('title')}
      </h2>
      <Form
        id={BULK_FORM}
        method="post"
        action={`${path}${queryText && `?${queryText}`}`}
        className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2"
      >
        <p role="status" className="py-2 font-medium noscript:hidden">
          {t('selected', { count: selected.size })}
        </p>
        <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
          <SelectField
            id="intent"
            name="intent"
            label={t('action')}
            hidesLabel
            value={action}
            onChange={({ currentTarget }) => setAction(currentTarget.value)}
            none={t('choose')}
            choices={actions.map((one: FileAction) => ({ value: one, label: t(`actions.${one}`) }))}
          />
          {(!hasScript || isTagging) && actions.includes('tag') && (
            <>
              <TextField
                id="bulk-tag"
                name="tag"
                label={t('tagLabel')}
                hidesLabel
                hint={t('tagHint')}
                placeholder={t('tagLabel')}
                list="known-tags"
                maxLength={60}
                autoComplete="off"
              />
              <datalist id="known-tags">
                {tagChoices.map(({ value }) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            </>
          )}
          <SubmitButton tone="plain">{t('perform')}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

interface RemovalProps {
  question: RemovalQuestion;
  /** Where the form goes, and where the person goes who does not remove anything. */
  action: string;
  backHref: string;
  /** The value of `intent`. */
  intent: string;
}

/** Asks before files are removed that texts use, or for good. It takes the focus. */
export function RemovalAsk({ question, action, backHref, intent }: RemovalProps) {
  const t = useTranslations('admin.files.ask');
  const takesFocus = useTakesFocus<HTMLElement>(question);
  const count = question.ids.length;
  return (
    <section
      {...takesFocus}
      aria-labelledby="ask-title"
      className="my-3 rounded-card border border-danger bg-raised p-4 focus:outline-3 focus:outline-danger"
    >
      <h2 id="ask-title" className="font-semibold">
        {question.uses.length > 0 ? t('title') : t('purgeTitle')}
      </h2>
      {question.uses.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {question.uses.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p className="mt-2">{question.uses.length > 0 ? t(question.action, { count }) : t('purgePlain', { count })}</p>
      <Form method="post" action={action} className="mt-4 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="confirmed" value="yes" />
        {question.ids.map((id) => (
          <input key={id} type="hidden" name="file" value={id} />
        ))}
        <SubmitButton tone="danger">{t(`confirm.${question.action}`)}</SubmitButton>
        <SiteLink to={backHref} className={buttonStyle('plain')}>
          {t('cancel')}
        </SiteLink>
      </Form>
    </section>
  );
}
