import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import filterIcon from '~icons/lucide/sliders-horizontal';
import { reportUnsent } from '../../navigation/send-client-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SearchField } from '../search-field.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import { IN_REVIEW, SORTS, STATES } from './actions/items-query.ts';
import type { ItemsData } from './read-items.ts';

/** Debounce of the search field in milliseconds. */
const PAUSE = 250;

/** The filters of a list. The address can be bookmarked and shared; with script, filters apply on change. */
export function FilterForm({ list }: { list: ItemsData }) {
  const t = useTranslations('items.list');
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { query, sort, path, clearHref } = list;
  // Search results are sorted by relevance.
  const shown = query.q === '' ? sort : '';
  const form = useFilledForm(
    useMemo(() => ({ ...query, sort: shown }), [query, shown]),
    send,
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  function send(pause = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!navigator.onLine) reportUnsent();
      else if (form.current) void submit(form.current, { replace: true, preventScrollReset: true });
    }, pause);
  }
  const hasChoice = query.state !== '' || query.tag !== '' || query.author !== '' || query.group !== '' || query.work;
  // Opened by an active filter; not closed when filters are removed.
  const [isOpen, setOpen] = useState(hasChoice);
  useEffect(() => {
    if (hasChoice) setOpen(true);
  }, [hasChoice]);
  return (
    <Form ref={form} method="get" action={path} role="search" className="relative mt-1 sm:max-lg:mt-2">
      {query.place !== 'shown' && <input type="hidden" name="place" value={query.place} />}
      {/* At its end is the button of the filters, which are below. */}
      <div className="pe-13 sm:max-w-3xl sm:pe-36">
        <SearchField
          name="q"
          label={t('search')}
          hidesLabel
          hint={t('searchHint')}
          placeholder={t('searchPlaceholder')}
          defaultValue={query.q}
          onChange={() => send(PAUSE)}
          submit={t('search')}
        />
      </div>
      <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="absolute end-0 top-0 flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-medium text-action hover:bg-tint sm:start-[calc(min(100%,48rem)-8.5rem)] sm:end-auto sm:w-34">
          <Icon icon={filterIcon} className="max-sm:text-[1.25rem]" />
          <span className="max-sm:sr-only">{t('filters')}</span>
          <span className="max-sm:hidden">
            <DisclosureMark />
          </span>
        </summary>
        <FilterFields list={list} shownSort={shown} onChange={() => send()} />
        <div className="mt-1 flex flex-wrap gap-3">
          <div className="hidden noscript:block">
            <SubmitButton tone="plain" pending={false}>
              {t('apply')}
            </SubmitButton>
          </div>
          {clearHref && (
            <SiteLink to={clearHref} className={buttonStyle('quiet')}>
              {t('clear')}
            </SiteLink>
          )}
        </div>
      </details>
    </Form>
  );
}

interface FilterFieldsProps {
  list: ItemsData;
  /** The order that the list is shown in; empty for that of a search. */
  shownSort: string;
  onChange: () => void;
}

function FilterFields({ list, shownSort, onChange }: FilterFieldsProps) {
  const t = useTranslations('items.list');
  const states = useTranslations('items.states');
  const { query, languages, tags, authors, group, isOrdered } = list;
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2">
      <SelectField
        id="state"
        name="state"
        label={t('state')}
        defaultValue={query.state}
        onChange={onChange}
        none={t('anyState')}
        choices={[
          { value: IN_REVIEW, label: t('inReview') },
          ...languages.map(({ code, label }) => ({
            label,
            choices: STATES.map((state) => ({
              value: `${code}.${state}`,
              label: t('stateIn', { language: label, state: state === 'changed' ? t('changed') : states(state) }),
            })),
          })),
        ]}
      />
      <SelectField
        id="tag"
        name="tag"
        label={t('tag')}
        defaultValue={query.tag}
        onChange={onChange}
        none={t('anyTag')}
        choices={tags}
      />
      <SelectField
        id="author"
        name="author"
        label={t('author')}
        defaultValue={query.author}
        onChange={onChange}
        none={t('anyAuthor')}
        choices={authors.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {group && (
        <SelectField
          id="group"
          name="group"
          label={group.label}
          defaultValue={query.group}
          onChange={onChange}
          none={t('anyGroup')}
          choices={group.choices}
        />
      )}
      <SelectField
        id="sort"
        name="sort"
        label={t('sort')}
        defaultValue={shownSort}
        disabled={query.q !== ''}
        onChange={onChange}
        none={query.q === '' ? undefined : t('sorts.found')}
        choices={SORTS.filter((one) => one !== 'order' || (isOrdered && query.place === 'shown')).map((one) => ({
          value: one,
          label: t(`sorts.${one}`),
        }))}
      />
      <div className="self-end">
        <Checkbox id="work" name="work" value="yes" label={t('work')} defaultChecked={query.work} onChange={onChange} />
      </div>
    </div>
  );
}
