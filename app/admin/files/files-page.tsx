import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import gridIcon from '~icons/lucide/layout-grid';
import listIcon from '~icons/lucide/list';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { tabStyle } from '../../ui/kit/button-style.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { FileGrid, FileLines } from './file-views.tsx';
import type { FilesAnswer } from './files-answer.ts';
import { BULK_FORM, FilesBulk, RemovalAsk } from './files-bulk.tsx';
import { FilesFilter } from './files-filter.tsx';
import type { FilesPageData } from './read-files-page.ts';
import { DropZone, UploadButton, UploadList, useUploads } from './upload/upload-panel.tsx';

/** The library of files, or its trash. */
export function FilesPage({ list, answer }: { list: FilesPageData; answer: FilesAnswer | undefined }) {
  const t = useTranslations('admin.files');
  const tLive = useTranslations('admin.connection');
  const { rows, query, queryText, path, places, upload, total } = list;
  const [selected, setSelected] = useSelection(list, answer);
  const { queue, entries } = useUploads(upload?.send);
  const calm = useCalmReload(useLiveEvent('files')?.revision, list);
  const canSelect = rows.length > 0 && list.actions.length > 0;
  const here = `${path}${queryText && `?${queryText}`}`;
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const View = query.view === 'grid' ? FileGrid : FileLines;
  return (
    <>
      <SkipLink to="files">{t('skip')}</SkipLink>
      <DropZone queue={queue} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <h1 className="font-semibold text-h2 max-md:min-w-0 max-md:flex-1">{list.title}</h1>
        {upload && (
          <div className="order-last ms-auto max-md:order-none">
            <UploadButton queue={queue} page={upload.page} />
          </div>
        )}
        <nav aria-label={t('places.label')} className="max-md:w-full">
          <ul className="flex flex-wrap gap-1">
            {places.map(({ place, href }) => (
              <li key={place}>
                <SiteLink
                  to={href}
                  className={tabStyle}
                  {...(place === query.place && { 'aria-current': 'page' as const })}
                >
                  {t(`places.${place}`)}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className="mt-1 text-ink-soft">
        {list.lead}{' '}
        {queue && query.place === 'library' && <span className="pointer-coarse:hidden">{t('upload.hint')}</span>}
      </p>
      {list.notice && !answer && <Notice text={list.notice} className="mt-4" />}
      <UploadList queue={queue} entries={entries} />
      <FilesFilter list={list} />
      <section
        id="files"
        tabIndex={-1}
        data-wide
        aria-labelledby="files-title"
        className="relative mt-1 flex flex-col focus:outline-none [&_:is(a,button,input)]:scroll-mb-28"
        {...calm.handlers}
      >
        {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
        <h2 id="files-title" className="sr-only">
          {t('list')}
        </h2>
        {answer?.kind === 'done' && (
          <Notice text={[answer.sentence, answer.note].filter(Boolean).join(' ')} answer={answer} />
        )}
        {answer?.kind === 'problem' && <FormError errors={[answer.sentence]} answer={answer} />}
        {answer?.kind === 'ask' && (
          <RemovalAsk question={answer} action={here} backHref={here} intent={answer.action} />
        )}
        {canSelect && <FilesBulk list={list} selected={selected} />}
        <div className="flex min-h-11 items-center gap-2 text-fine text-ink-soft">
          {canSelect && (
            <label className="grid size-11 cursor-pointer place-items-center noscript:hidden">
              <span className="sr-only">{t('bulk.selectPage')}</span>
              <input
                type="checkbox"
                checked={rows.every(({ id }) => selected.has(id))}
                onChange={({ currentTarget }) =>
                  setSelected(new Set(currentTarget.checked ? rows.map(({ id }) => id) : []))
                }
                className="choice-mark"
              />
            </label>
          )}
          <p role="status" className="grow">
            {total === undefined ? t('countSome', { count: rows.length }) : t('count', { count: total })}
          </p>
          <ViewLinks list={list} />
        </div>
        {rows.length === 0 ? (
          <p className="rounded-card border border-line p-8 text-ink-soft">{list.empty}</p>
        ) : (
          <View list={list} selected={selected} canSelect={canSelect} onSelect={select} />
        )}
        <PageLinks
          label={t('pages')}
          first={list.firstHref && { href: list.firstHref, label: t('first') }}
          next={list.nextHref && { href: list.nextHref, label: t('next') }}
        />
      </section>
    </>
  );
}

const VIEW_ICONS = { grid: gridIcon, list: listIcon };

function ViewLinks({ list: { views, query } }: { list: FilesPageData }) {
  const t = useTranslations('admin.files.view');
  return (
    <nav aria-label={t('label')}>
      <ul className="flex">
        {views.map(({ view, href }) => (
          <li key={view}>
            <SiteLink
              to={href}
              preventScrollReset
              aria-label={t(view)}
              {...(view === query.view && { 'aria-current': 'page' as const })}
              className="grid size-11 place-items-center rounded-control text-[1.25rem] hover:bg-sunken aria-[current=page]:text-action"
            >
              <Icon icon={VIEW_ICONS[view]} />
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The selected files of the page. Those that leave it are deselected, and all of them once something was done. */
function useSelection({ rows }: FilesPageData, answer: FilesAnswer | undefined) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (answer?.kind === 'done') setSelected(new Set());
  }, [answer]);
  // Selections made before hydration.
  useEffect(() => {
    const marks = document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"][name="file"]:checked`);
    if (marks.length > 0) setSelected(new Set([...marks].map(({ value }) => value)));
  }, []);
  useEffect(() => {
    const shown = new Set(rows.map(({ id }) => id));
    setSelected((before) => {
      const kept = [...before].filter((id) => shown.has(id));
      return kept.length === before.size ? before : new Set(kept);
    });
  }, [rows]);
  return [selected, setSelected] as const;
}
