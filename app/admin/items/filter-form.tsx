import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/kit/forms/checkbox.tsx';
import { ListFilter } from '../list-filter.tsx';
import { SelectField } from '../select-field.tsx';
import { IN_REVIEW, SORTS, STATES } from './actions/items-query.ts';
import type { ItemsData } from './read-items.ts';

/** The search and the filters of a list of items. */
export function FilterForm({ list }: { list: ItemsData }) {
  const t = useTranslations('items.list');
  const { query, sort, path, clearHref } = list;
  // Search results are sorted by relevance.
  const shown = query.q === '' ? sort : '';
  return (
    <ListFilter
      path={path}
      values={useMemo(() => ({ ...query, sort: shown }), [query, shown])}
      q={query.q}
      hidden={query.place === 'shown' ? {} : { place: query.place }}
      words={{
        search: t('search'),
        searchHint: t('searchHint'),
        searchPlaceholder: t('searchPlaceholder'),
        submit: t('search'),
        filters: t('filters'),
        apply: t('apply'),
        clear: t('clear'),
      }}
      hasChoice={query.state !== '' || query.tag !== '' || query.author !== '' || query.group !== '' || query.work}
      clearHref={clearHref}
      className="mt-1 sm:max-lg:mt-2"
    >
      {(send) => <FilterFields list={list} shownSort={shown} onChange={send} />}
    </ListFilter>
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
