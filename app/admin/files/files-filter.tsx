import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { useTranslations } from 'use-intl';
import filterIcon from '~icons/lucide/sliders-horizontal';
import { reportUnsent } from '../../navigation/send-client-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { SubmitButton } from '../../ui/kit/forms/submit-button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SearchField } from '../search-field.tsx';
import { SelectField } from '../select-field.tsx';
import { useFilledForm } from '../use-filled-form.ts';
import type { FilesPageData } from './read-files-page.ts';

/** Debounce of the search field in milliseconds. */
const PAUSE = 250;

/** The search and the filters. The address can be shared; with script, filters apply on change. */
export function FilesFilter({ list }: { list: FilesPageData }) {
  const t = useTranslations('admin.files');
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { query, path, clearHref } = list;
  const form = useFilledForm(
    useMemo(() => query, [query]),
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
  const hasChoice = [query.use, query.texts, query.by, query.larger, query.tag].some((value) => value !== '');
  // Opened by an active filter; not closed when filters are removed.
  const [isOpen, setOpen] = useState(hasChoice);
  useEffect(() => {
    if (hasChoice) setOpen(true);
  }, [hasChoice]);
  return (
    <Form ref={form} method="get" action={path} role="search" className="relative mt-2">
      {query.place !== 'library' && <input type="hidden" name="place" value={query.place} />}
      {query.view !== 'grid' && <input type="hidden" name="view" value={query.view} />}
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
          submit={t('find')}
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
        <FilterFields list={list} onChange={() => send()} />
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
        defaultValue={query.sort}
        disabled={query.q !== ''}
        onChange={onChange}
        none={query.q === '' ? undefined : t('sorts.found')}
        choices={sortChoices}
      />
    </div>
  );
}
