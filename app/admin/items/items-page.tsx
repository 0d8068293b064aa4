import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import newIcon from '~icons/lucide/plus';
import { Icon } from '../../ui/icon.tsx';
import { buttonStyle } from '../../ui/kit/button-style.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import { PageLinks } from '../page-links.tsx';
import { ActionResult, AskResult } from './action-result.tsx';
import type { ItemAction } from './actions/item-actions.ts';
import type { ListAnswer } from './actions/list-action.ts';
import type { RunRequest } from './actions/run-parts.ts';
import { useItemRun } from './actions/use-item-run.ts';
import { BULK_FORM, BulkBar, PurgeQuestion } from './bulk-bar.tsx';
import { FilterForm } from './filter-form.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';
import { rowMenuId } from './row-menu.tsx';
import { RunProgress } from './run-progress.tsx';

interface ItemsPageProps {
  list: ItemsData;
  answer: ListAnswer | undefined;
}

/** A list of items with single and bulk actions. */
export function ItemsPage({ list, answer }: ItemsPageProps) {
  const t = useTranslations('items.list');
  const run = useItemRun(list.actionsPath, list.queryText);
  const [selected, setSelected] = useSelection(list.rows);
  const [asked, setAsked] = useState<RunRequest>();
  const askedFrom = useRef<string>(undefined);
  const { rows, total, places, query, newHref, canCreate, type } = list;
  const count = total ?? rows.length;

  function perform(row: ItemRow, action: ItemAction) {
    if (run.progress) return;
    const request: RunRequest = { action, items: [row.id] };
    askedFrom.current = rowMenuId(row.id);
    if (action === 'purge') setAsked(request);
    else void run.start(request);
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-h2">{list.title}</h1>
        {canCreate && (
          <SiteLink to={newHref} className={buttonStyle('action')}>
            <Icon icon={newIcon} />
            {t('new', { type: type.inSentence })}
          </SiteLink>
        )}
      </div>
      <nav aria-label={t('places.label')} className="mt-4 border-line border-b">
        <ul className="flex flex-wrap gap-1">
          {places.map(({ place, href }) => (
            <li key={place}>
              <SiteLink
                to={href}
                {...(place === query.place && { 'aria-current': 'page' as const })}
                className="inline-flex min-h-11 items-center border-transparent border-b-2 px-3 font-medium text-ink-soft hover:text-ink aria-[current=page]:border-action aria-[current=page]:text-action"
              >
                {t(`places.${place}`)}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      {list.lead && <p className="mt-3 text-ink-soft">{list.lead}</p>}
      {list.hasSomething && <FilterForm list={list} />}
      <RunProgress run={run} />
      {run.result && !run.progress && <ActionResult list={list} result={run.result} run={run} />}
      {!run.result && answer?.kind === 'done' && <ActionResult list={list} result={answer} />}
      {answer?.kind === 'ask' && <AskResult list={list} ask={answer} />}
      {rows.length > 0 && (list.actions.length > 0 || canCreate) && (
        <BulkBar
          list={list}
          run={run}
          selected={selected}
          onSelectPage={(isSelected) => setSelected(new Set(isSelected ? rows.map(({ id }) => id) : []))}
          sentences={answer?.kind === 'problem' ? answer.sentences : []}
          answer={answer}
        />
      )}
      <section aria-labelledby="items" className="mt-5">
        <h2 id="items" className="sr-only">
          {type.plural}
        </h2>
        <p role="status" className="text-fine text-ink-soft">
          {total === undefined ? t('countSome', { count }) : t('count', { count })}
        </p>
        {rows.length === 0 ? (
          <div className="mt-3 rounded-card border border-line p-8 text-ink-soft">
            <p>{list.empty}</p>
          </div>
        ) : (
          <ItemList
            list={list}
            selected={selected}
            onSelect={(id, isSelected) => {
              const next = new Set(selected);
              if (isSelected) next.add(id);
              else next.delete(id);
              setSelected(next);
            }}
            onAction={perform}
          />
        )}
        <PageLinks
          label={t('pages')}
          first={list.firstHref && { href: list.firstHref, label: t('first') }}
          next={list.nextHref && { href: list.nextHref, label: t('next') }}
        />
      </section>
      <PurgeQuestion
        request={asked}
        onClose={() => setAsked(undefined)}
        returnTo={() => document.getElementById(askedFrom.current ?? '')}
        onConfirm={(request) => void run.start(request)}
      />
    </>
  );
}

/** The selected rows of the page; rows that leave the page are deselected. */
function useSelection(rows: readonly ItemRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Selections made before hydration.
  useEffect(() => {
    const marks = document.querySelectorAll<HTMLInputElement>(`input[form="${BULK_FORM}"][name="item"]:checked`);
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
