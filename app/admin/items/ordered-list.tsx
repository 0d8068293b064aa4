import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import downIcon from '~icons/lucide/chevron-down';
import upIcon from '~icons/lucide/chevron-up';
import handleIcon from '~icons/lucide/grip-vertical';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import { useToasts } from '../../ui/kit/toasts/toaster.tsx';
import { ItemCard } from './item-card.tsx';
import type { ItemRow } from './item-row.ts';
import type { ItemsData } from './read-items.ts';

interface OrderedListProps {
  list: ItemsData;
  /** Those that change places among each other. */
  rows: readonly ItemRow[];
  card: (row: ItemRow) => Omit<ComponentProps<typeof ItemCard>, 'mover'>;
  /** Whether a list above it has said how it is done. */
  isFurther: boolean;
}

/** Items in the order that people choose: by drag, by keyboard on the handle, and by buttons, which need no script. */
export function OrderedList({ list, rows: given, card, isFurther }: OrderedListProps) {
  const t = useTranslations('items.order');
  const { ids, move, announcements } = useOrder(list, given);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const context = useId();
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const rows = ids.flatMap((id) => given.find((row) => row.id === id) ?? []);
  const moverOf = (row: ItemRow, index: number) => (
    <MoveButtons list={list} row={row} isFirst={index === 0} isLast={index === rows.length - 1} />
  );
  if (!hasScript) {
    return (
      <ol className="mt-2 divide-y divide-line rounded-card border border-line bg-raised">
        {rows.map((row, index) => (
          <li key={row.id}>
            <ItemCard {...card(row)} mover={moverOf(row, index)} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <>
      {!isFurther && <p className="mt-1 text-fine text-ink-soft">{t('hint')}</p>}
      <DndContext
        id={context}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }: DragEndEvent) => over && move(String(active.id), String(over.id))}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('instructions') } }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="mt-2 divide-y divide-line rounded-card border border-line bg-raised">
            {rows.map((row) => (
              <SortableItem key={row.id} row={row} card={card(row)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  );
}

function SortableItem({ row, card }: { row: ItemRow; card: Omit<ComponentProps<typeof ItemCard>, 'mover'> }) {
  const t = useTranslations('items.order');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
  });
  const moved = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined;
  return (
    <li
      ref={setNodeRef}
      style={{ transform: moved, transition }}
      className={isDragging ? 'relative z-10 rounded-card bg-tint shadow-lg' : ''}
    >
      <ItemCard
        {...card}
        mover={
          <button
            ref={setActivatorNodeRef}
            type="button"
            {...attributes}
            {...listeners}
            aria-label={t('handle', { title: row.title })}
            className={`cursor-grab touch-none ${iconButtonStyle}`}
          >
            <Icon icon={handleIcon} />
          </button>
        }
      />
    </li>
  );
}

interface MoveButtonsProps {
  list: ItemsData;
  row: ItemRow;
  isFirst: boolean;
  isLast: boolean;
}

function MoveButtons({ list, row, isFirst, isLast }: MoveButtonsProps) {
  const t = useTranslations('items.order');
  return (
    <form method="post" action={`${list.path}${list.queryText && `?${list.queryText}`}`} className="flex flex-col">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="item" value={row.id} />
      {!isFirst && (
        <button
          type="submit"
          name="direction"
          value="up"
          aria-label={t('up', { title: row.title })}
          className={iconButtonStyle}
        >
          <Icon icon={upIcon} />
        </button>
      )}
      {!isLast && (
        <button
          type="submit"
          name="direction"
          value="down"
          aria-label={t('down', { title: row.title })}
          className={iconButtonStyle}
        >
          <Icon icon={downIcon} />
        </button>
      )}
    </form>
  );
}

/** The order as it is shown: at once as somebody moves it, and as the server has it when that has answered. */
function useOrder({ actsPath }: ItemsData, rows: readonly ItemRow[]) {
  const t = useTranslations('items.order');
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  /** Over which item the lifted one is: said once, when it comes there. */
  const place = useRef<string | number>(undefined);
  const [ids, setIds] = useState(() => rows.map(({ id }) => id));
  useEffect(() => setIds(rows.map(({ id }) => id)), [rows]);

  function move(id: string, over: string) {
    const [from, to] = [ids.indexOf(id), ids.indexOf(over)];
    if (from < 0 || to < 0 || from === to) return;
    const next = arrayMove(ids, from, to);
    setIds(next);
    const form = new FormData();
    form.set('intent', 'move');
    form.set('item', id);
    form.set('behind', next[to - 1] ?? '');
    void fetch(actsPath, { method: 'POST', body: form, redirect: 'manual' })
      .then(({ type, ok }) => ok || type === 'opaqueredirect')
      .catch(() => false)
      .then((isDone) => {
        if (!isDone) toasts.add({ tone: 'error', title: t('failed') });
        return revalidate();
      });
  }

  const titleOf = (id: string | number) => rows.find((row) => row.id === id)?.title ?? '';
  const placeOf = (id: string | number | undefined) => ids.indexOf(String(id)) + 1;
  const about = (id: string | number, at: string | number | undefined) => ({
    title: titleOf(id),
    place: placeOf(at ?? id),
    total: ids.length,
  });
  const announcements: Announcements = {
    onDragStart({ active }) {
      place.current = active.id;
      return t('lifted', about(active.id, active.id));
    },
    onDragOver({ active, over }) {
      const isThere = over === null || over.id === place.current;
      if (over) place.current = over.id;
      return isThere ? undefined : t('over', about(active.id, over.id));
    },
    onDragEnd: ({ active, over }) => t('dropped', about(active.id, over?.id)),
    onDragCancel: ({ active }) => t('cancelled', { title: titleOf(active.id) }),
  };
  return { ids, move, announcements };
}
