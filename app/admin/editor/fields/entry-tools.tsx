import { type PointerEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Array as SharedArray, Map as SharedMap } from 'yjs';
import type { ListOf } from '#core/content-types/content-type.ts';
import type { SpanMembers } from '#core/content-types/time-spans.ts';
import downIcon from '~icons/lucide/arrow-down';
import upIcon from '~icons/lucide/arrow-up';
import copyIcon from '~icons/lucide/copy';
import handleIcon from '~icons/lucide/grip-vertical';
import addIcon from '~icons/lucide/plus';
import removeIcon from '~icons/lucide/trash-2';
import { weekdayName } from '../../../i18n/format-hours.ts';
import { useLocale } from '../../../i18n/message-provider.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { buttonStyle, iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { addSpan, copyDay, dayToCopy } from './list-entries.ts';
import { useEntryValues } from './use-shared-value.ts';

interface EntryHandleProps {
  label: string;
  /** The position of its entry among the children of its list. */
  index: number;
  /** Called while it is dragged with the position that it would get; with `undefined` at the end. */
  onDrag: (to: number | undefined) => void;
  onMove: (to: number) => void;
}

/** Moves an entry of a list: dragged, or with the arrow keys. Escape lets go without moving. */
export function EntryHandle({ label, index, onDrag, onMove }: EntryHandleProps) {
  const target = useRef<number>(undefined);
  const end = () => {
    target.current = undefined;
    onDrag(undefined);
  };
  const follow = ({ currentTarget, clientY }: PointerEvent<HTMLButtonElement>) => {
    if (target.current === undefined) return;
    const others = [...(currentTarget.closest('ol')?.children ?? [])].filter((_, at) => at !== index);
    const above = others.filter((other) => middleOf(other) < clientY).length;
    if (above !== target.current) onDrag(above);
    target.current = above;
  };
  return (
    <button
      type="button"
      data-action="drag"
      aria-label={label}
      className={`cursor-grab touch-none active:cursor-grabbing ${iconButtonStyle}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        target.current = index;
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        const to = target.current;
        end();
        if (to !== undefined && to !== index) onMove(to);
      }}
      onPointerCancel={end}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && target.current !== undefined) {
          event.stopPropagation();
          end();
        }
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onMove(index + (event.key === 'ArrowUp' ? -1 : 1));
      }}
    >
      <Icon icon={handleIcon} />
    </button>
  );
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

interface EntryButtonsProps {
  /** The name of the entry. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(action: 'up' | 'down'): void;
  onRemove(): void;
}

/** Moves an entry by one, and removes it. */
export function EntryButtons({ name, isFirst, isLast, onMove, onRemove }: EntryButtonsProps) {
  const t = useTranslations('editor.fields');
  return (
    <div className="ms-auto flex">
      <button
        type="button"
        data-action="up"
        aria-label={t('up', { entry: name })}
        disabled={isFirst}
        className={`${iconButtonStyle} disabled:opacity-40`}
        onClick={() => onMove('up')}
      >
        <Icon icon={upIcon} />
      </button>
      <button
        type="button"
        data-action="down"
        aria-label={t('down', { entry: name })}
        disabled={isLast}
        className={`${iconButtonStyle} disabled:opacity-40`}
        onClick={() => onMove('down')}
      >
        <Icon icon={downIcon} />
      </button>
      <button type="button" aria-label={t('remove', { entry: name })} className={iconButtonStyle} onClick={onRemove}>
        <Icon icon={removeIcon} />
      </button>
    </div>
  );
}

interface SpanToolsProps {
  list: SharedArray<SharedMap<unknown>>;
  of: ListOf;
  members: SpanMembers;
  index: number;
  name: string;
  onChange: (action: () => void, ...focus: string[]) => void;
}

/** Below a span of time: another one on the same days, and the times of the first day of the week. */
export function SpanTools({ list, of, members, index, name, onChange }: SpanToolsProps) {
  const t = useTranslations('editor.fields');
  const { language } = useLocale();
  const { isComplete, day } = useEntryValues(list, of, (entries) => {
    const { [members.days]: days = [], [members.from]: from, [members.to]: to } = Object(entries[index]);
    return { isComplete: days.length > 0 && Boolean(from && to), day: dayToCopy(members, entries, index) };
  });
  if (!isComplete && day === undefined) return null;
  return (
    <div className="flex basis-full flex-wrap gap-2">
      {isComplete && (
        <button
          type="button"
          aria-label={t('secondSpanOf', { entry: name })}
          className={buttonStyle('quiet')}
          onClick={() =>
            onChange(() => addSpan(list, members, index), `[data-entry="${index + 1}"] input[type="time"]`)
          }
        >
          <Icon icon={addIcon} />
          {t('secondSpan')}
        </button>
      )}
      {day !== undefined && (
        <button
          type="button"
          className={buttonStyle('quiet')}
          onClick={() => onChange(() => copyDay(list, members, { index, day }))}
        >
          <Icon icon={copyIcon} />
          {t('sameAs', { day: weekdayName(day, language) })}
        </button>
      )}
    </div>
  );
}
