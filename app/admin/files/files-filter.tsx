import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ListFilter } from '../list-filter.tsx';
import { SelectField } from '../select-field.tsx';
import type { FilesPageData } from './read-files-page.ts';

interface FilesFilterProps {
  list: FilesPageData;
  /** Takes the values where the list is not a page. */
  onSend?: (values: URLSearchParams) => void;
}

/** What a search finds has an order of its own. */
const shownValues = (query: FilesPageData['query']) => ({ ...query, sort: query.q === '' ? query.sort : '' });

/** The search and the filters of the library. */
export function FilesFilter({ list, onSend }: FilesFilterProps) {
  const t = useTranslations('admin.files');
  const { query, path, clearHref } = list;
  return (
    <ListFilter
      path={path}
      values={useMemo(() => shownValues(query), [query])}
      q={query.q}
      hidden={{
        ...(query.place !== 'library' && { place: query.place }),
        ...(query.kind !== '' && { kind: query.kind }),
        ...(query.view !== 'grid' && { view: query.view }),
      }}
      words={{
        search: t('search'),
        searchHint: t('searchHint'),
        searchPlaceholder: t('searchPlaceholder'),
        submit: t('find'),
        filters: t('filters'),
        apply: t('apply'),
        clear: t('clear'),
      }}
      hasChoice={[query.use, query.texts, query.by, query.larger, query.tag].some((value) => value !== '')}
      clearHref={clearHref}
      className="mt-2"
      onSend={onSend}
    >
      {(send) => <FilterFields list={list} onChange={send} />}
    </ListFilter>
  );
}

function FilterFields({ list, onChange }: { list: FilesPageData; onChange: () => void }) {
  const t = useTranslations('admin.files');
  const { query, textChoices, sizeChoices, tagChoices, uploaderChoices, sortChoices } = list;
  const use = (['used', 'unused'] as const).map((value) => ({ value, label: t(value) }));
  const fields = [
    { name: 'use', label: t('use'), none: t('anyUse'), choices: use },
    { name: 'texts', label: t('texts'), none: t('anyTexts'), choices: textChoices },
    { name: 'tag', label: t('tag'), none: t('anyTag'), choices: tagChoices },
    { name: 'by', label: t('uploader'), none: t('anyone'), choices: uploaderChoices },
    { name: 'larger', label: t('size'), none: t('anySize'), choices: sizeChoices },
  ] as const;
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {fields.map(({ name, ...field }) => (
        <SelectField key={name} id={name} name={name} defaultValue={query[name]} onChange={onChange} {...field} />
      ))}
      <SelectField
        id="sort"
        name="sort"
        label={t('sort')}
        defaultValue={shownValues(query).sort}
        disabled={query.q !== ''}
        onChange={onChange}
        none={query.q === '' ? undefined : t('sorts.found')}
        choices={sortChoices}
      />
    </div>
  );
}
