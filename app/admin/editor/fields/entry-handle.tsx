import { type PointerEvent, useRef } from 'react';
import handleIcon from '~icons/lucide/grip-vertical';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';

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
