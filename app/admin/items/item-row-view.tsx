import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import { BULK_FORM } from '../selection.tsx';
import { StateMark } from '../state-mark.tsx';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

/** The columns of rows and of their head, by the width of the list. Rows that can be moved leave less room for the states. */
export function rowColumns({ canMove }: Pick<ItemsData, 'canMove'>): string {
  const narrow = canMove
    ? '@xl:grid-cols-[minmax(0,1fr)_13.75rem] @3xl:grid-cols-[minmax(0,1fr)_13.75rem_10.5rem]'
    : '@xl:grid-cols-[minmax(0,1fr)_15rem] @3xl:grid-cols-[minmax(0,1fr)_15rem_10.5rem]';
  return `grid gap-x-5 ${narrow} @4xl:grid-cols-[minmax(0,1fr)_15.75rem_11rem] @6xl:grid-cols-[minmax(0,1fr)_22rem_18rem]`;
}

/** How far a page stands in, by the number of pages above it. */
const LEVELS = ['', 'ms-2 sm:ms-4', 'ms-5 sm:ms-9', 'ms-8 sm:ms-14'];

/** The width of what is before a row that can be moved. */
export const MOVER_WIDTH = 'sm:w-30';

interface ItemRowViewProps {
  list: ItemsData;
  row: ItemRow;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Controls to move it, in manual order. */
  mover?: ReactNode;
  menu: ReactNode;
  /** Whether to show its group. */
  showsGroup?: boolean;
}

/** One item of a list: a row on wide screens, a card on a phone. */
export function ItemRowView({ list, row, isSelected, onSelect, mover, menu, showsGroup = true }: ItemRowViewProps) {
  const t = useTranslations('items');
  return (
    <div className="flex items-start gap-x-1 px-1">
      <div className={`flex shrink-0 max-sm:flex-col-reverse sm:justify-end ${list.canMove ? MOVER_WIDTH : ''}`}>
        {mover}
        <label className="grid size-11 cursor-pointer place-items-center">
          <span className="sr-only">{t('row.select', { title: row.title })}</span>
          <input
            type="checkbox"
            form={BULK_FORM}
            name="item"
            value={row.id}
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
            className="choice-mark"
          />
        </label>
      </div>
      <div className={`min-w-0 grow py-2 ${rowColumns(list)}`}>
        <div className={row.level > 0 ? `min-w-0 border-line border-s-2 ps-3 ${LEVELS[row.level]}` : 'min-w-0'}>
          <h3 className="text-pretty font-semibold wrap-anywhere" lang={row.titleLanguage}>
            <SiteLink
              to={row.href}
              className={`link-quiet inline-block min-h-6 max-w-full leading-snug ${row.isUntitled ? 'text-ink-soft italic' : ''}`}
            >
              {row.title}
            </SiteLink>
          </h3>
          {row.level > 0 && <span className="sr-only">{t('row.level', { level: row.level + 1 })}</span>}
          {row.page && <PageAddress page={row.page} />}
          {row.placeHref && (
            <SiteLink
              to={row.placeHref}
              className="link-quiet hidden min-h-11 items-center text-fine noscript:inline-flex"
            >
              {t('row.place')}
            </SiteLink>
          )}
          {row.group && showsGroup && (
            <p className="text-fine text-ink-soft">
              {t('list.group', { label: list.group?.label ?? '', group: row.group.label })}
            </p>
          )}
          {row.tags.length > 0 && (
            <ul aria-label={t('list.tags')} className="mt-0.5 flex flex-wrap gap-1 max-sm:hidden">
              {row.tags.map((tag) => (
                <li key={tag} className="rounded-full bg-sunken px-2 text-fine text-ink-soft">
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
        <RowLanguages list={list} row={row} />
        <div
          className={`flex flex-wrap gap-x-3 text-fine text-ink-soft @xl:col-span-2 @3xl:col-span-1 @3xl:block @3xl:pt-0.5 ${row.edited.isTrashed ? '' : 'max-sm:sr-only'}`}
        >
          <p>
            <EditedTime edited={row.edited} />
          </p>
          {row.author && <p className="max-sm:hidden">{row.author}</p>}
        </div>
      </div>
      {menu}
    </div>
  );
}

function PageAddress({ page: { address, heading } }: { page: NonNullable<ItemRow['page']> }) {
  return (
    <p className="text-fine text-ink-soft wrap-anywhere">
      {address}
      {heading && (
        <span className="max-sm:sr-only">
          {' · '}
          <span lang={heading.language}>{heading.text}</span>
        </span>
      )}
    </p>
  );
}

/** The languages of an item with their states: below each other in a column, side by side below the title. */
function RowLanguages({ list, row }: Pick<ItemRowViewProps, 'list' | 'row'>) {
  const t = useTranslations('items.list.columns');
  const names = new Map(list.languages.map(({ code, name }) => [code, name]));
  return (
    <ul
      aria-label={t('languages')}
      className="flex flex-wrap content-start gap-x-3 @xl:grid @xl:grid-cols-[auto_minmax(0,1fr)] @xl:gap-x-2"
    >
      {row.languages.map(({ code, state, href, notes }) => (
        <li key={code} className="text-fine @xl:col-span-2 @xl:grid @xl:grid-cols-subgrid">
          <SiteLink
            to={href}
            className="link-quiet inline-flex min-h-6 items-center gap-x-1.5 @xl:col-span-2 @xl:grid @xl:grid-cols-subgrid"
          >
            <span className="font-medium first-letter:uppercase @max-xl:sr-only @xl:block">
              {names.get(code) ?? code}
            </span>
            <span aria-hidden="true" className="font-medium uppercase @xl:hidden">
              {code}
            </span>
            <StateMark state={state} />
          </SiteLink>
          {notes.map(({ tone, text }) => (
            <span
              key={text}
              className={`block @xl:col-start-2 ${tone === 'warning' ? 'text-warning' : 'text-ink-soft'}`}
            >
              {text}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Time and author of the last change; the label is visually hidden under a column heading. */
function EditedTime({ edited: { at, when, by, isTrashed } }: { edited: ItemRow['edited'] }) {
  const t = useTranslations('items.list');
  const values = {
    when,
    label: (label: ReactNode) => <span className={isTrashed ? '@3xl:sr-only' : 'sr-only'}>{label}</span>,
  };
  return (
    <time dateTime={at}>
      {isTrashed
        ? t.rich('trashed', values)
        : by === undefined
          ? t.rich('edited', values)
          : t.rich('editedBy', { ...values, name: by })}
    </time>
  );
}
