import { useEffect, useState } from 'react';
import { Form } from 'react-router';
import { useTranslations } from 'use-intl';
import newIcon from '~icons/lucide/plus';
import { NewerButton, useCalmReload } from '../../data/live/calm-reload.tsx';
import { useLiveEvent } from '../../data/live/live-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { FormError } from '../../ui/kit/forms/form-error.tsx';
import { TabLinks } from '../../ui/kit/tab-links.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { ProgressBox } from '../progress-box.tsx';
import { SelectPage, useSelection } from '../selection.tsx';
import { ActionResult, AskResult } from './action-result.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { ListAnswer } from './actions/list-action.ts';
import type { RunRequest } from './actions/run-parts.ts';
import { type ItemRun, useItemRun } from './actions/use-item-run.ts';
import { BulkBar, PurgeQuestion } from './bulk-bar.tsx';
import { FilterForm } from './filter-form.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemRow } from './item-row.ts';
import { MOVER_WIDTH, rowColumns } from './item-row-view.tsx';
import type { ItemsData } from './read-items.ts';

interface ItemsPageProps {
  list: ItemsData;
  answer: ListAnswer | undefined;
}

/** A list of items with single and bulk actions. */
export function ItemsPage({ list, answer }: ItemsPageProps) {
  const t = useTranslations('items.list');
  const tLive = useTranslations('admin.connection');
  const run = useItemRun(list.actionsPath, list.queryText, answer);
  const selection = useSelection(list.rows);
  const { selected, select, setSelected } = selection;
  const { result } = run;
  useEffect(() => {
    // After a run that ended early, nothing tells which rows are left to do.
    if (!result?.request || result.note) return;
    const { items } = result.request;
    const failed = new Set(result.failed.map(({ id }) => id));
    setSelected((before) => new Set([...before].filter((id) => failed.has(id) || (items && !items.includes(id)))));
  }, [result, setSelected]);
  const [asked, setAsked] = useState<RunRequest>();
  const calm = useCalmReload(useLiveEvent('items')?.revision, list);
  const { rows, places, query, newHref, canCreate, type } = list;
  /** An empty list is not shown beside the pages that can be begun. */
  const isListed = rows.length > 0 || list.missingPages.length === 0;
  const canSelect = rows.length > 0 && (list.actions.length > 0 || canCreate);

  function perform(row: ItemRow, action: ItemAction) {
    if (run.progress) return;
    const request: RunRequest = { action, items: [row.id] };
    if (action === 'purge') setAsked(request);
    else void run.start(request);
  }

  return (
    <>
      <SkipLink to="items">{t('skip')}</SkipLink>
      <div className="flex flex-wrap items-center gap-x-6">
        <h1 className="font-semibold text-h2 max-md:min-w-0 max-md:flex-1">{list.title}</h1>
        {canCreate && (
          <SiteLink to={newHref} className={`order-last ms-auto max-md:order-none ${buttonStyle('action')}`}>
            <Icon icon={newIcon} />
            <span className="max-sm:sr-only">{t('new', { type: type.inSentence })}</span>
          </SiteLink>
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
      {list.lead && <p className="mt-1 mb-3 text-ink-soft">{list.lead}</p>}
      <MissingPages list={list} />
      {list.hasSomething && <FilterForm list={list} />}
      <section
        id="items"
        tabIndex={-1}
        data-wide
        aria-labelledby="items-title"
        className="@container relative mt-1 flex flex-col focus:outline-none [&_:is(a,button,input)]:scroll-mb-28"
        {...calm.handlers}
      >
        {calm.isWaiting && <NewerButton onShow={calm.show}>{tLive('newer')}</NewerButton>}
        <h2 id="items-title" className="sr-only">
          {type.plural}
        </h2>
        <RunProgress run={run} />
        {run.result && !run.progress && <ActionResult list={list} result={run.result} run={run} />}
        {!run.result && answer?.kind === 'done' && <ActionResult list={list} result={answer} />}
        {answer?.kind === 'ask' && <AskResult list={list} ask={answer} />}
        {answer?.kind === 'problem' && (
          <div className="mb-2">
            <FormError errors={answer.sentences} answer={answer} />
          </div>
        )}
        {canSelect && <BulkBar list={list} run={run} selected={selected} />}
        {isListed && <ListHead list={list} selection={canSelect ? selection : undefined} />}
        {rows.length === 0 && isListed && (
          <div className="rounded-card border border-line p-8 text-ink-soft">
            <p>{list.empty}</p>
          </div>
        )}
        {rows.length > 0 && <ItemList list={list} selected={selected} onSelect={select} onAction={perform} />}
        <PageLinks
          label={t('pages')}
          first={list.firstHref && { href: list.firstHref, label: t('first') }}
          next={list.nextHref && { href: list.nextHref, label: t('next') }}
        />
      </section>
      <PurgeQuestion
        request={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={(request) => void run.start(request)}
      />
    </>
  );
}

interface ListHeadProps {
  list: ItemsData;
  /** `undefined` without a choice to make. */
  selection: Parameters<typeof SelectPage>[0]['selection'] | undefined;
}

/** Above the rows: a box that selects all of them, their number, and the names of the columns. */
function ListHead({ list, selection }: ListHeadProps) {
  const t = useTranslations('items');
  const { rows, total, canMove, query } = list;
  const count = total ?? rows.length;
  return (
    <div className="flex h-8 items-center gap-x-1 border border-transparent px-1 text-fine text-ink-soft">
      {rows.length > 0 && (
        <div className={`flex shrink-0 justify-end ${canMove ? MOVER_WIDTH : ''}`}>
          {selection && <SelectPage selection={selection} />}
        </div>
      )}
      <div className={`min-w-0 grow ${rowColumns({ canMove })}`}>
        <p role="status">{total === undefined ? t('list.countSome', { count }) : t('list.count', { count })}</p>
        <span aria-hidden="true" className="@max-xl:hidden">
          {t('list.columns.languages')}
        </span>
        <span aria-hidden="true" className="@max-3xl:hidden">
          {t(`list.columns.${query.place === 'trash' ? 'trashed' : 'edited'}`)}
        </span>
      </div>
      <span className="w-11 shrink-0 noscript:hidden" />
    </div>
  );
}

/** A button for each page that every site has, or topic that the file has, and that does not exist yet. */
function MissingPages({ list }: { list: ItemsData }) {
  const { missingPages, path } = list;
  const t = useTranslations(list.type.isTopic ? 'items.missingTopics' : 'items.missingPages');
  if (missingPages.length === 0) return null;
  return (
    <section aria-labelledby="missing-pages" className="mt-4 rounded-card border border-line bg-raised p-5">
      <h2 id="missing-pages" className="font-semibold text-h3">
        {t('title')}
      </h2>
      <p className="mt-1 max-w-[65ch] text-ink-soft">{t('lead')}</p>
      <Form method="post" action={path}>
        <input type="hidden" name="intent" value="createPage" />
        <ul className="mt-4 flex flex-wrap gap-2">
          {missingPages.map(({ id, name }) => (
            <li key={id}>
              <button type="submit" name="page" value={id} className={buttonStyle('plain')}>
                <Icon icon={newIcon} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslations<'items'>>;

/** The progress of a run; its result is announced here and shown below. */
function RunProgress({ run }: { run: ItemRun }) {
  const t = useTranslations('items');
  const { progress, result } = run;
  const text = progress ? progressSentence(progress, t) : result ? resultSentence(result, t) : '';
  return <ProgressBox text={text} progress={progress} stopLabel={t('run.stop')} onStop={run.stop} />;
}

function progressSentence({ action, done, total }: NonNullable<ItemRun['progress']>, t: Translate): string {
  if (action === 'undo') return t('run.undoing', { done, total: total ?? done });
  const name = t(`bulk.actions.${action}`);
  return total === undefined
    ? t('run.progressUncounted', { action: name, done })
    : t('run.progress', { action: name, done, total });
}

function resultSentence(result: NonNullable<ItemRun['result']>, t: Translate): string {
  const { action, done, unchanged, failed, note, sentences = [] } = result;
  return [
    t(`run.done.${action}`, { count: done }),
    note && (note === 'refused' ? sentences.join(' ') : t(`run.${note}`)),
    unchanged > 0 && t('run.unchanged', { count: unchanged }),
    failed.length > 0 && t('run.failedTitle', { count: failed.length }),
  ]
    .filter((part) => part !== false && part !== undefined)
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
}
