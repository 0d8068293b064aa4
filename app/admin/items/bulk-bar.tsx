import { type FormEvent, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/kit/confirm-dialog.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SelectField } from '../select-field.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { RunRequest } from './actions/run-parts.ts';
import type { ItemRun } from './actions/use-item-run.ts';
import type { ItemsData } from './read-items.ts';

/** The form to which the checkboxes of the list belong. */
export const BULK_FORM = 'bulk';

/** Fields for certain actions: without script always visible, with script when the action is selected. */
const WITHOUT_SCRIPT = 'hidden noscript:block';

interface BulkBarProps {
  list: ItemsData;
  run: ItemRun;
  selected: ReadonlySet<string>;
}

/**
 * Actions on the selected items. A plain form without script; with script, it is shown at the bottom of the window while something
 * is selected, so that no row moves, and performs a run with progress.
 */
export function BulkBar({ list, run, selected }: BulkBarProps) {
  const t = useTranslations('items.bulk');
  const [hasScript, setHasScript] = useState(false);
  const [action, setAction] = useState('');
  // Everything is selected for one search, until another selection or an action.
  const [allFor, setAllFor] = useState<{ queryText: string; selected: ReadonlySet<string> }>();
  const [problems, setProblems] = useState<{ sentences: string[] }>();
  const [asked, setAsked] = useState<RunRequest>();
  useEffect(() => setHasScript(true), []);
  const { actions, languages, tags, queryText, path, nextHref, firstHref, total, canCreate, query } = list;
  const all = allFor?.queryText === queryText && allFor.selected === selected;
  const offered = [...actions, ...(canCreate && query.place !== 'trash' ? (['duplicate'] as const) : [])];
  const hasMore = nextHref !== undefined || firstHref !== undefined;
  const everything = total === undefined ? t('allUncounted') : t('all', { count: total });
  const isPublishing = action === 'publish' || action === 'unpublish';
  const isTagging = action === 'tag' || action === 'untag';

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const intent = String(form.get('intent') ?? '');
    if (intent === 'duplicate') return;
    event.preventDefault();
    if (run.progress) return;
    const tag = String(form.get('tag') ?? '');
    const isAll = form.get('scope') === 'all';
    const problem =
      intent === ''
        ? t('noAction')
        : !isAll && selected.size === 0
          ? t('nothing')
          : isTagging && tag === ''
            ? t('noTag')
            : undefined;
    setProblems(problem ? { sentences: [problem] } : undefined);
    if (problem) return;
    const request: RunRequest = {
      action: intent as ItemAction,
      ...(isAll ? { total } : { items: [...selected] }),
      ...(isPublishing && { language: String(form.get('language') ?? '') }),
      ...(isTagging && { tag }),
      acceptWarnings: form.get('warnings') === 'accept',
    };
    if (intent === 'purge') setAsked(request);
    else start(request);
  }

  function start(request: RunRequest) {
    setAllFor(undefined);
    void run.start(request);
  }

  return (
    <section
      aria-labelledby="bulk-title"
      className={`order-last mt-3 rounded-card border bg-raised px-3 py-2 ${selected.size > 0 ? 'sticky bottom-3 z-30 border-line-strong shadow-lg' : 'hidden border-line noscript:block'}`}
      data-print="hide"
    >
      <h2 id="bulk-title" className="sr-only">
        {t('title')}
      </h2>
      <Form id={BULK_FORM} method="post" action={`${path}${queryText && `?${queryText}`}`} onSubmit={onSubmit}>
        <FormError errors={problems?.sentences} answer={problems} />
        <input type="hidden" name="query" value={queryText} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <div className="flex flex-wrap items-center gap-x-6">
            <p role="status" className="py-2 font-medium noscript:hidden">
              {all ? everything : t('selected', { count: selected.size })}
            </p>
            {hasMore && (
              <Checkbox
                id="scope"
                name="scope"
                value="all"
                label={everything}
                checked={all}
                onChange={(event) => setAllFor(event.currentTarget.checked ? { queryText, selected } : undefined)}
              />
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
            <SelectField
              id="intent"
              name="intent"
              label={t('action')}
              hidesLabel
              value={action}
              onChange={(event) => setAction(event.currentTarget.value)}
              none={t('chooseAction')}
              choices={offered.map((one) => ({ value: one, label: t(`actions.${one}`) }))}
            />
            {actions.includes('publish') && (!hasScript || isPublishing) && (
              <div className={isPublishing ? '' : WITHOUT_SCRIPT}>
                <SelectField
                  id="action-language"
                  name="language"
                  label={t('language')}
                  hidesLabel={hasScript}
                  {...(!hasScript && { hint: t('languageHint') })}
                  none={t('everyLanguage')}
                  choices={languages.map(({ code, label }) => ({ value: code, label }))}
                />
              </div>
            )}
            {actions.includes('tag') && (!hasScript || isTagging) && (
              <div className={isTagging ? '' : WITHOUT_SCRIPT}>
                <SelectField
                  id="action-tag"
                  name="tag"
                  label={t('tag')}
                  hidesLabel={hasScript}
                  none={t('chooseTag')}
                  choices={tags}
                />
              </div>
            )}
            {actions.includes('publish') && (!hasScript || action === 'publish') && (
              <div className={action === 'publish' ? '' : WITHOUT_SCRIPT}>
                <Checkbox id="warnings" name="warnings" value="accept" label={t('warnings')} />
              </div>
            )}
            <SubmitButton tone="plain" pending={run.progress !== undefined}>
              {t('apply')}
            </SubmitButton>
          </div>
        </div>
      </Form>
      <PurgeQuestion request={asked} onClose={() => setAsked(undefined)} onConfirm={start} />
    </section>
  );
}

interface PurgeQuestionProps {
  request: RunRequest | undefined;
  onClose: () => void;
  onConfirm: (request: RunRequest) => void;
}

/** Asks for confirmation of an irreversible action. */
export function PurgeQuestion({ request, onClose, onConfirm }: PurgeQuestionProps) {
  const t = useTranslations('items.run.ask');
  return (
    <ConfirmDialog
      open={request !== undefined}
      title={request?.items ? t('title', { count: request.items.length }) : t('titleAll')}
      description={t('text')}
      cancelLabel={t('cancel')}
      confirmLabel={t('confirm')}
      onCancel={onClose}
      onConfirm={() => {
        if (request) onConfirm(request);
        onClose();
      }}
    />
  );
}
