import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { useTranslations } from 'use-intl';
import gridIcon from '~icons/lucide/layout-grid';
import listIcon from '~icons/lucide/list';
import { accountMeta } from '../../account/account-page.tsx';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { sendClientAction } from '../../navigation/send-client-action.ts';
import { useAnswer } from '../../navigation/use-answer.ts';
import { Icon } from '../../ui/icon.tsx';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { Notice } from '../../ui/kit/notice.tsx';
import { TabLinks } from '../../ui/kit/tab-links.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { SelectPage, useSelection } from '../selection.tsx';
import { FileGrid, FileLines } from './file-views.tsx';
import { filesAction } from './files-action.ts';
import type { FilesAnswer } from './files-answer.ts';
import { FilesBulk, RemovalAsk } from './files-bulk.tsx';
import { FilesFilter } from './files-filter.tsx';
import { type FilesPageData, readFilesPage } from './read-files-page.ts';
import { DropZone, UnfinishedUploads, UploadButton, UploadList, useUploads } from './upload/upload-panel.tsx';

export const loader = readFilesPage;

export const action = filesAction;

export const clientAction = sendClientAction;

export const meta = accountMeta;

/** The library of files. */
export default function FilesRoute() {
  const answer = useAnswer<FilesAnswer>();
  return <FilesPage list={useLoaderData<typeof loader>()} answer={answer} />;
}

/** The library of files, or its trash. */
function FilesPage({ list, answer }: { list: FilesPageData; answer: FilesAnswer | undefined }) {
  const t = useTranslations('admin.files');
  const tLive = useTranslations('admin.connection');
  const { rows, query, queryText, path, places, upload, total } = list;
  const selection = useSelection(rows);
  const { selected, select, setSelected } = selection;
  useEffect(() => {
    if (answer?.kind === 'done') setSelected(new Set());
  }, [answer, setSelected]);
  const { queue, entries } = useUploads(upload?.send);
  const calm = useCalmReload(useLiveEvent('files')?.revision, list);
  const canSelect = rows.length > 0 && list.actions.length > 0;
  const here = `${path}${queryText && `?${queryText}`}`;
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
        <TabLinks
          label={t('places.label')}
          tabs={places.map(({ place, href }) => ({
            key: place,
            href,
            isCurrent: place === query.place,
            children: t(`places.${place}`),
          }))}
          className="max-md:w-full"
        />
      </div>
      <p className="mt-1 text-ink-soft">
        {list.lead}{' '}
        {queue && query.place === 'library' && <span className="pointer-coarse:hidden">{t('upload.hint')}</span>}
      </p>
      {list.notice && !answer && <Notice text={list.notice} className="mt-4" />}
      {list.scarce && <p className="my-3 rounded-card border-2 border-warning p-3 font-medium">{list.scarce}</p>}
      <UploadList queue={queue} entries={entries} />
      <UnfinishedUploads uploads={list.unfinished} entries={entries} />
      <TabLinks
        label={t('kinds.label')}
        tabs={list.kinds.map(({ kind, href }) => ({
          key: kind,
          href,
          isCurrent: kind === query.kind,
          children: t(`kinds.${kind === '' ? 'all' : kind}`),
        }))}
        className="mt-2"
      />
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
          {canSelect && <SelectPage selection={selection} />}
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
