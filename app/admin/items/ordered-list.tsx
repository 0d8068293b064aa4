import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import downIcon from '~icons/lucide/chevron-down';
import upIcon from '~icons/lucide/chevron-up';
import handleIcon from '~icons/lucide/grip-vertical';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonStyle } from '../../ui/kit/button-style.ts';
import type { ItemRow } from './item-row.ts';
import { ItemRowView } from './item-row-view.tsx';
import type { ItemsData } from './read-items.ts';
import { type Direction, type Step, useOrder } from './use-order.ts';

interface OrderedListProps {
  list: ItemsData;
  /** Rows that can be moved among each other. */
  rows: readonly ItemRow[];
  card: (row: ItemRow, step?: Step) => Omit<ComponentProps<typeof ItemRowView>, 'mover'>;
  /** Whether to show instructions: only the first list of a page does. */
  hasHint: boolean;
}

/**
 * A list in manual order: movable by drag and drop, by keyboard on the handle, and with buttons. The markup is the same before
 * hydration, so that nothing changes under a pressed pointer.
 */
export function OrderedList({ list, rows: given, card, hasHint }: OrderedListProps) {
  const t = useTranslations('items.order');
  const { ids, move, step, announcements } = useOrder(list, given);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const context = useId();
  const rows = ids.flatMap((id) => given.find((row) => row.id === id) ?? []);
  return (
    <>
      <DndContext
        id={context}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }: DragEndEvent) => over && move(String(active.id), String(over.id))}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('instructions') } }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className="divide-y divide-line rounded-card border border-line bg-raised">
            {rows.map((row, index) => (
              <SortableItem
                key={row.id}
                row={row}
                card={card(row, {
                  ...(index > 0 && { up: () => step.move(row.id, 'up') }),
                  ...(index < rows.length - 1 && { down: () => step.move(row.id, 'down') }),
                })}
                buttons={
                  <MoveButtons
                    list={list}
                    row={row}
                    index={index}
                    isLast={index === rows.length - 1}
                    onMove={(to) => step.move(row.id, to)}
                  />
                }
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {hasHint && <p className="mt-1 text-fine text-ink-soft noscript:hidden">{t('hint')}</p>}
      <p role="status" className="sr-only">
        {step.told}
      </p>
    </>
  );
}

interface SortableItemProps {
  row: ItemRow;
  card: Omit<ComponentProps<typeof ItemRowView>, 'mover'>;
  /** Buttons as an alternative to dragging. */
  buttons: ReactNode;
}

function SortableItem({ row, card, buttons }: SortableItemProps) {
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
      <ItemRowView
        {...card}
        mover={
          <div className="flex items-center max-sm:flex-col">
            <button
              ref={setActivatorNodeRef}
              type="button"
              {...attributes}
              {...listeners}
              aria-label={t('handle', { title: row.title })}
              className={`cursor-grab touch-none noscript:hidden ${iconButtonStyle}`}
            >
              <Icon icon={handleIcon} />
            </button>
            {buttons}
          </div>
        }
      />
    </li>
  );
}

/** Two of them are as high as a row. */
const STEP_STYLE =
  'grid h-7 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink active:bg-tint';

interface MoveButtonsProps {
  list: ItemsData;
  row: ItemRow;
  /** Its position. */
  index: number;
  isLast: boolean;
  /** With script: moves it by one position. */
  onMove: (to: Direction) => void;
}

/**
 * The focus stays on the pressed button; at the end of the list, on the opposite one. On a phone they have no room: the row's menu
 * has the same actions, and they are shown only without script.
 */
function MoveButtons({ list, row, index, isLast, onMove }: MoveButtonsProps) {
  const t = useTranslations('items.order');
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<Direction>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the available buttons depend on the position
  useLayoutEffect(() => {
    const buttons = [...(form.current?.querySelectorAll('button') ?? [])];
    if (pressed.current) (buttons.find(({ value }) => value === pressed.current) ?? buttons[0])?.focus();
    pressed.current = undefined;
  }, [index]);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const to = submitter instanceof HTMLButtonElement && submitter.value === 'up' ? 'up' : 'down';
    pressed.current = to;
    onMove(to);
  }
  return (
    <form
      ref={form}
      method="post"
      action={`${list.path}${list.queryText && `?${list.queryText}`}`}
      onSubmit={onSubmit}
      className="grid w-8 max-sm:hidden noscript:grid"
    >
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="item" value={row.id} />
      {index > 0 && (
        <button
          type="submit"
          name="direction"
          value="up"
          aria-label={t('up', { title: row.title })}
          className={STEP_STYLE}
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
          className={STEP_STYLE}
        >
          <Icon icon={downIcon} />
        </button>
      )}
    </form>
  );
}
