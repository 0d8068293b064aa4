import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SiteLink } from '../../ui/site-link.tsx';
import { BULK_FORM } from './bulk-bar.tsx';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';
import { StateMark } from './state-mark.tsx';

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
  const names = new Map(list.languages.map(({ code, name }) => [code, name]));
  return (
    <div className="flex items-start gap-1 p-2 sm:gap-2 sm:p-3">
      {mover}
      <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
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
      <div className="grid min-w-0 grow gap-x-5 gap-y-2 py-2 md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,4fr)]">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere" lang={row.titleLanguage}>
            <SiteLink
              to={row.href}
              className={`link-quiet inline-block min-h-6 max-w-full ${row.isUntitled ? 'text-ink-soft italic' : ''}`}
            >
              {row.title}
            </SiteLink>
          </h3>
          {row.group && showsGroup && (
            <p className="mt-1 text-fine text-ink-soft">
              {t('list.group', { label: list.group?.label ?? '', group: row.group.label })}
            </p>
          )}
          {row.tags.length > 0 && (
            <ul aria-label={t('list.tags')} className="mt-1 flex flex-wrap gap-1">
              {row.tags.map((tag) => (
                <li key={tag} className="rounded-full bg-sunken px-2 text-fine text-ink-soft">
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
        <ul aria-label={t('list.columns.languages')} className="grid content-start gap-1">
          {row.languages.map(({ code, state, href, notes }) => (
            <li key={code} className="text-fine">
              <SiteLink to={href} className="link-quiet inline-flex min-h-6 flex-wrap items-center gap-x-2">
                <span className="inline-block font-medium first-letter:uppercase">{names.get(code) ?? code}</span>
                <StateMark state={state} />
              </SiteLink>
              {notes.map(({ tone, text }) => (
                <span key={text} className={`block ${tone === 'warning' ? 'text-warning' : 'text-ink-soft'}`}>
                  {text}
                </span>
              ))}
            </li>
          ))}
        </ul>
        <div className="text-fine text-ink-soft">
          <p>
            <EditedTime edited={row.edited} isHeaded={mover === undefined} />
          </p>
          {row.author && <p>{row.author}</p>}
        </div>
      </div>
      {menu}
    </div>
  );
}

/** Time and author of the last change; the label is visually hidden under a column heading. */
function EditedTime({
  edited: { at, when, by, isTrashed },
  isHeaded,
}: {
  edited: ItemRow['edited'];
  isHeaded: boolean;
}) {
  const t = useTranslations('items.list');
  const values = {
    when,
    label: (label: ReactNode) => <span className={isHeaded ? 'md:sr-only' : ''}>{label}</span>,
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
