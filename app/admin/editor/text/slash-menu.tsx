import { type Editor, Extension, type Range } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion } from '@tiptap/suggestion';
import { Fragment, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import moreIcon from '~icons/lucide/chevron-down';
import { Icon } from '../../../ui/icon.tsx';
import type { Store } from '../../../ui/kit/create-store.ts';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import { type Insertion, insertionLabel } from './insertions.ts';

/** The state of the open menu. */
interface SlashMenuState {
  entries: readonly Insertion[];
  /** The entry that Enter selects. */
  active: number;
  /** The present position of the slash in the window. */
  rect(): DOMRect | null | undefined;
  choose(entry: Insertion): void;
}

/** Connects the editor, which handles the keys, and the rendered list. */
export interface SlashMenuHandle {
  state: Store<SlashMenuState | undefined>;
  /** The insertions that match the text after the slash. */
  find(query: string): readonly Insertion[];
  insert(editor: Editor, entry: Insertion): void;
}

/** A slash at the start of a word opens a menu of insertions. */
export const SlashCommands = Extension.create<{ menu: SlashMenuHandle | undefined }>({
  name: 'slashCommands',
  // Before the key handlers that leave the text.
  priority: 1001,
  addOptions: () => ({ menu: undefined }),
  addProseMirrorPlugins() {
    const { menu } = this.options;
    if (!menu) return [];
    const { state } = menu;
    return [
      Suggestion<Insertion, Insertion>({
        editor: this.editor,
        pluginKey: new PluginKey('slashCommands'),
        char: '/',
        allow: ({ state: { selection } }) => !selection.$from.parent.type.spec.code,
        items: ({ query }) => [...menu.find(query)],
        command: ({ editor, range, props }: { editor: Editor; range: Range; props: Insertion }) => {
          editor.chain().focus().deleteRange(range).run();
          menu.insert(editor, props);
        },
        render: () => ({
          onStart: ({ items, clientRect, command }) =>
            state.write({ entries: items, active: 0, rect: () => clientRect?.(), choose: command }),
          onUpdate: ({ items, clientRect, command }) =>
            state.write({
              entries: items,
              active: Math.min(state.read()?.active ?? 0, Math.max(0, items.length - 1)),
              rect: () => clientRect?.(),
              choose: command,
            }),
          onExit: () => state.write(undefined),
          onKeyDown: ({ event }) => handleKey(event, state),
        }),
      }),
    ];
  },
});

function handleKey(event: KeyboardEvent, state: SlashMenuHandle['state']): boolean {
  const open = state.read();
  if (!open) return false;
  const { entries, active } = open;
  const key = plainKey(event);
  if (key === 'Escape') {
    state.write(undefined);
    return true;
  }
  const chosen = entries[active];
  if (!chosen) return false;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1;
    state.write({ ...open, active: (active + step + entries.length) % entries.length });
    return true;
  }
  if (key !== 'Enter' && key !== 'Tab') return false;
  open.choose(chosen);
  return true;
}

interface SlashMenuProps {
  id: string;
  menu: SlashMenuHandle;
  editor: Editor;
}

/** The menu of the slash command. The caret stays in the text; keys move the selection. */
export function SlashMenu({ id, menu, editor }: SlashMenuProps) {
  const t = useTranslations('editor');
  const open = useSyncExternalStore(menu.state.subscribe, menu.state.read);
  const list = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  const activeId = open?.entries[open.active] ? `${id}-${open.active}` : undefined;

  useEffect(() => {
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const attributes = { 'aria-controls': open && id, 'aria-activedescendant': activeId, 'aria-haspopup': 'listbox' };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) dom.removeAttribute(name);
      else dom.setAttribute(name, value);
    }
  }, [editor, open, id, activeId]);

  useLayoutEffect(() => {
    const { current } = list;
    const options = current?.querySelector<HTMLElement>('[role="listbox"]');
    if (!current || !options || !open) return undefined;
    const place = () => {
      const rect = open.rect();
      if (rect) placeMenu(current, options, rect);
      setMore(hasMoreBelow(options));
    };
    place();
    options.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    // The page may scroll to the line only after the menu was opened.
    window.addEventListener('scroll', place);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [open]);

  if (!open) return null;
  return (
    <div ref={list} className="fixed z-50 w-64 rounded-card border border-line bg-raised text-ink shadow-lg">
      {open.entries.length === 0 && (
        <p role="status" className="px-4.5 py-3.5 text-fine text-ink-soft">
          {t('slash.empty')}
        </p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label={t('slash.label')}
        // An empty focusable list would return the focus to the text in a loop.
        tabIndex={open.entries.length > 0 ? 0 : -1}
        onFocus={() => editor.view.focus()}
        onScroll={({ currentTarget }) => setMore(hasMoreBelow(currentTarget))}
        className={open.entries.length > 0 ? 'overflow-y-auto p-1.5' : undefined}
      >
        {open.entries.map((entry, index) => (
          <Fragment key={entry.name}>
            {entry.isSection && !open.entries[index - 1]?.isSection && (
              <p role="presentation" className="mt-1.5 border-line border-t px-3 pt-2.5 pb-1 text-fine text-ink-soft">
                {t('tools.sections')}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text has the focus and handles the keys */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === open.active}
              onMouseDown={(event) => event.preventDefault()}
              // One row is marked: the one that Enter chooses.
              onMouseMove={({ movementX, movementY }) => {
                // The list also moves under a pointer that rests.
                if (index !== open.active && (movementX !== 0 || movementY !== 0))
                  menu.state.write({ ...open, active: index });
              }}
              onClick={() => open.choose(entry)}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.375rem] px-3 aria-selected:bg-tint"
            >
              <Icon icon={entry.icon} className="text-[1.125rem] text-ink-soft" />
              {insertionLabel((name) => t(`tools.${name}`), entry)}
            </div>
          </Fragment>
        ))}
      </div>
      {hasMore && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 bottom-0 flex h-9 items-end justify-center rounded-b-card bg-linear-to-t from-50% from-raised pb-1 text-ink-soft"
        >
          <Icon icon={moreIcon} />
        </div>
      )}
    </div>
  );
}

/** The space that the menu leaves to the edges of the window, in CSS pixels. */
const EDGE = 8;

/** Rows that are shown at least before the menu opens above the line instead, in CSS pixels. */
const FEW_ROWS = 150;

/** The height of the menu if it has room, in CSS pixels: seven rows and a half, so that one sees that there are more. */
const HEIGHT = 336;

/** Places the menu below its line, or above the line before that, so that it covers neither. @param rect of the slash */
function placeMenu(menu: HTMLElement, options: HTMLElement, { bottom, top, left, height }: DOMRect): void {
  const window = visualViewport ?? { width: innerWidth, height: innerHeight };
  options.style.maxHeight = `${HEIGHT}px`;
  const below = window.height - bottom - 6 - EDGE;
  // Above the line before this one, between which two blocks have the most space: so many times the height of the letters.
  const edge = top - 2.75 * height - 6;
  const above = edge - EDGE;
  const isBelow = menu.offsetHeight <= below || below >= Math.min(above, FEW_ROWS);
  options.style.maxHeight = `${Math.min(HEIGHT, Math.max(isBelow ? below : above, 0))}px`;
  menu.style.left = `${Math.max(EDGE, Math.min(left, window.width - menu.offsetWidth - EDGE))}px`;
  menu.style.top = `${isBelow ? bottom + 6 : edge - menu.offsetHeight}px`;
}

/** Whether a list goes on below what is shown of it. */
function hasMoreBelow({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight > 8;
}
