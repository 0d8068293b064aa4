import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import checkIcon from '~icons/lucide/check';
import { Icon } from '../../../ui/icon.tsx';
import type { FileRow } from '../file-row.ts';
import { Thumbnail } from '../file-views.tsx';

interface FileOptionsProps {
  label: string;
  groups: readonly { label: string; rows: readonly FileRow[] }[];
  chosen: readonly string[];
  isMultiple: boolean;
  onToggle: (id: string) => void;
  /** Called for Enter at a file. */
  onSubmit: (id: string) => void;
}

/** Files to choose from, in a grid: arrows lead from one to the next, Space chooses, Enter ends. */
export function FileOptions({ label, groups, chosen, isMultiple, onToggle, onSubmit }: FileOptionsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  const [at, setAt] = useState<string>();
  const current = at !== undefined && ids.includes(at) ? at : ids[0];
  // With a keyboard, the arrows work at once; a screen keyboard would cover what is to be chosen.
  useEffect(() => option(grid.current, 0)?.focus({ preventScroll: true }), []);
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const options = [...(grid.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
    const index = options.indexOf(event.target as HTMLElement);
    const id = ids[index];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(options, index, event.key);
    if (next) next.focus();
    else if (event.key === ' ') onToggle(id);
    else if (event.key === 'Enter') onSubmit(id);
    else return;
    event.preventDefault();
  }
  if (ids.length === 0) return null;
  return (
    <div
      ref={grid}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple || undefined}
      onKeyDown={onKeyDown}
      className="grid gap-4"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden="true" className="mb-2 font-semibold text-fine text-ink-soft">
            {group.label}
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,44%),1fr))] gap-3">
            {group.rows.map((row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the list
              <div
                key={row.id}
                role="option"
                tabIndex={row.id === current ? 0 : -1}
                aria-selected={chosen.includes(row.id)}
                onFocus={() => setAt(row.id)}
                onClick={() => onToggle(row.id)}
                className="relative cursor-pointer scroll-mt-4 scroll-mb-20 rounded-card border border-line bg-raised hover:border-line-strong aria-selected:border-action aria-selected:shadow-[inset_0_0_0_1px_var(--action)]"
              >
                <Thumbnail row={row} className="aspect-[4/3] rounded-t-card" sizes="12rem" />
                <span className="block p-2">
                  <bdi className="block truncate font-medium">{row.title ?? row.name}</bdi>
                  <span className="block truncate text-fine text-ink-soft">{row.size}</span>
                </span>
                {chosen.includes(row.id) && (
                  <span className="absolute end-2 top-2 grid size-7 place-items-center rounded-full bg-action text-on-action">
                    <Icon icon={checkIcon} />
                  </span>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function option(grid: HTMLElement | null, index: number): HTMLElement | undefined {
  return [...(grid?.querySelectorAll<HTMLElement>('[role=option]') ?? [])][index];
}

/** The option that a key leads to: above and below, the nearest of the next line. */
function neighbour(options: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  const from = options[index];
  if (!from) return undefined;
  const isRtl = getComputedStyle(from).direction === 'rtl';
  if (key === 'Home') return options[0];
  if (key === 'End') return options.at(-1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return options[index + ((key === 'ArrowRight') === isRtl ? -1 : 1)];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const here = from.getBoundingClientRect();
  const isBeyond = ({ top }: DOMRect) => (key === 'ArrowDown' ? top > here.top + 1 : top < here.top - 1);
  const beyond = options
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => isBeyond(box));
  const distance = ({ box }: { box: DOMRect }) => Math.abs(box.top - here.top) * 1_000 + Math.abs(box.left - here.left);
  return beyond.sort((a, b) => distance(a) - distance(b))[0]?.element;
}
