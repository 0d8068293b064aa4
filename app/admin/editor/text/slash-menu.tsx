import type { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../ui/icon.tsx';
import { insertionLabel } from './insertions.ts';
import type { SlashMenuHandle } from './slash-commands.ts';

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
    if (!current || !open?.rect) return;
    const { bottom, top, left } = open.rect;
    const fitsBelow = bottom + current.offsetHeight + 8 <= window.innerHeight;
    current.style.left = `${Math.max(8, Math.min(left, window.innerWidth - current.offsetWidth - 8))}px`;
    current.style.top = `${fitsBelow ? bottom + 6 : Math.max(8, top - current.offsetHeight - 6)}px`;
    current.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
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
        className={open.entries.length > 0 ? 'max-h-[min(20rem,50vh)] overflow-y-auto p-1.5' : undefined}
      >
        {open.entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text has the focus and handles the keys
          <div
            key={entry.name}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === open.active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open.choose(entry)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.375rem] px-3 hover:bg-tint aria-selected:bg-tint"
          >
            <Icon icon={entry.icon} className="text-[1.125rem] text-ink-soft" />
            {insertionLabel((name) => t(`tools.${name}`), entry)}
          </div>
        ))}
      </div>
    </div>
  );
}
