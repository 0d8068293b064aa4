import { useEffect, useState } from 'react';
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
import { useSelection } from '../selection.tsx';
import { ActionResult, AskResult } from './action-result.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { ListAnswer } from './actions/list-action.ts';
import type { RunRequest } from './actions/run-parts.ts';
import { useItemRun } from './actions/use-item-run.ts';
import { BulkBar, PurgeQuestion } from './bulk-bar.tsx';
import { FilterForm } from './filter-form.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemRow } from './item-row.ts';
import { ListHead } from './list-head.tsx';
import { MissingPages } from './missing-pages.tsx';
import type { ItemsData } from './read-items.ts';
import { RunProgress } from './run-progress.tsx';

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
