import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/kit/confirm-dialog.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { SelectField } from '../select-field.tsx';
import { BulkForm } from '../selection.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { RunRequest } from './actions/run-parts.ts';
import type { ItemRun } from './actions/use-item-run.ts';
import type { ItemsData } from './read-items.ts';

interface BulkBarProps {
  list: ItemsData;
  run: ItemRun;
  selected: ReadonlySet<string>;
}

/** Actions on the selected items; with script, they perform a run with progress. */
export function BulkBar({ list, run, selected }: BulkBarProps) {
  const t = useTranslations('items.bulk');
  // Everything is selected for one search, until another selection or an action.
  const [allFor, setAllFor] = useState<{ queryText: string; selected: ReadonlySet<string> }>();
  const [problems, setProblems] = useState<{ sentences: string[] }>();
  const [asked, setAsked] = useState<RunRequest>();
  const { actions, queryText, path, nextHref, firstHref, total, canCreate, query } = list;
  const all = allFor?.queryText === queryText && allFor.selected === selected;
  const offered = [...actions, ...(canCreate && query.place !== 'trash' ? (['duplicate'] as const) : [])];
  const hasMore = nextHref !== undefined || firstHref !== undefined;
  const everything = total === undefined ? t('allUncounted') : t('all', { count: total });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const intent = String(form.get('intent') ?? '');
    if (intent === 'duplicate') return;
    event.preventDefault();
    if (run.progress) return;
    const tag = String(form.get('tag') ?? '');
    const isAll = form.get('scope') === 'all';
    const isTagging = intent === 'tag' || intent === 'untag';
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
      ...((intent === 'publish' || intent === 'unpublish') && { language: String(form.get('language') ?? '') }),
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
    <>
      <BulkForm
        selected={selected}
        target={`${path}${queryText && `?${queryText}`}`}
        onSubmit={onSubmit}
        isPending={run.progress !== undefined}
        choices={offered.map((one) => ({ value: one, label: t(`actions.${one}`) }))}
        status={all ? everything : undefined}
        head={
          <>
            <FormError errors={problems?.sentences} answer={problems} />
            <input type="hidden" name="query" value={queryText} />
          </>
        }
        scope={
          hasMore && (
            <Checkbox
              id="scope"
              name="scope"
              value="all"
              label={everything}
              checked={all}
              onChange={(event) => setAllFor(event.currentTarget.checked ? { queryText, selected } : undefined)}
            />
          )
        }
      >
        {(isFor, hasScript) => <ActionChoices list={list} isFor={isFor} hasScript={hasScript} />}
      </BulkForm>
      <PurgeQuestion request={asked} onClose={() => setAsked(undefined)} onConfirm={start} />
    </>
  );
}

interface ActionChoicesProps {
  list: ItemsData;
  /** Whether what an action needs is shown: without script, it always is. */
  isFor: (...actions: string[]) => boolean;
  hasScript: boolean;
}

/** What the chosen action needs: a language, a tag, or that warnings are accepted. */
function ActionChoices({ list: { actions, languages, tags }, isFor, hasScript }: ActionChoicesProps) {
  const t = useTranslations('items.bulk');
  return (
    <>
      {actions.includes('publish') && isFor('publish', 'unpublish') && (
        <SelectField
          id="action-language"
          name="language"
          label={t('language')}
          hidesLabel={hasScript}
          {...(!hasScript && { hint: t('languageHint') })}
          none={t('everyLanguage')}
          choices={languages.map(({ code, label }) => ({ value: code, label }))}
        />
      )}
      {actions.includes('tag') && isFor('tag', 'untag') && (
        <SelectField
          id="action-tag"
          name="tag"
          label={t('tag')}
          hidesLabel={hasScript}
          none={t('chooseTag')}
          choices={tags}
        />
      )}
      {actions.includes('publish') && isFor('publish') && (
        <Checkbox id="warnings" name="warnings" value="accept" label={t('warnings')} />
      )}
    </>
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
