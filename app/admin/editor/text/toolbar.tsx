import type { Editor } from '@tiptap/core';
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import downIcon from '~icons/lucide/arrow-down';
import upIcon from '~icons/lucide/arrow-up';
import boldIcon from '~icons/lucide/bold';
import styleIcon from '~icons/lucide/chevron-down';
import codeIcon from '~icons/lucide/code';
import moreIcon from '~icons/lucide/ellipsis';
import italicIcon from '~icons/lucide/italic';
import linkIcon from '~icons/lucide/link';
import insertIcon from '~icons/lucide/plus';
import redoIcon from '~icons/lucide/redo-2';
import strikeIcon from '~icons/lucide/strikethrough';
import subscriptIcon from '~icons/lucide/subscript';
import superscriptIcon from '~icons/lucide/superscript';
import undoIcon from '~icons/lucide/undo-2';
import type { IconData } from '../../../context/context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '../../../ui/kit/menu.tsx';
import { plainKey } from '../../../ui/kit/plain-key.ts';
import { Tooltip } from '../../../ui/kit/tooltip.tsx';
import { INSERTIONS, type Insertion, insertionLabel, type RequestPicture } from './insertions.ts';
import { ariaShortcut, formatShortcut, isMac, SHORTCUTS, type ShortcutName } from './shortcuts.ts';
import { STYLES, useToolbarState } from './toolbar-state.ts';

interface ToolbarProps {
  editor: Editor;
  /** The language of the text, for the label. */
  language: string;
  /** The available insertions. */
  insertions: readonly Insertion[];
  onLink: () => void;
  onPicture: RequestPicture;
  /** Called when the focus moves elsewhere. */
  onLeave: () => void;
  ref: RefObject<HTMLDivElement | null>;
}

const BUTTON =
  'inline-flex h-11 min-w-11 shrink-0 lg:min-w-9 lg:px-1.5 items-center justify-center gap-1 rounded-control px-2 text-[1.125rem] text-ink-soft hover:bg-sunken hover:text-ink active:bg-tint disabled:opacity-45 aria-pressed:bg-tint aria-pressed:text-action data-[state=open]:bg-sunken';

/** The formatting toolbar. One tab stop with arrow keys inside (roving tabindex); Escape returns to the text. */
export function Toolbar({ editor, language, insertions, onLink, onPicture, onLeave, ref }: ToolbarProps) {
  const t = useTranslations('editor.tools');
  const state = useToolbarState(editor);
  const [onMac] = useState(isMac);
  useLayoutEffect(() => makeStop(ref.current, undefined));
  const chain = () => editor.chain().focus();
  const backToText = (event: Event) => {
    event.preventDefault();
    editor.commands.focus();
  };

  function button(
    name: Parameters<typeof t>[0] & (ShortcutName | 'subscript' | 'superscript'),
    icon: IconData,
    onPress: () => void,
    more: { pressed?: boolean; disabled?: boolean } = {},
  ): ReactNode {
    const label = t(name as 'bold');
    const keys = name in SHORTCUTS ? SHORTCUTS[name as ShortcutName] : undefined;
    return (
      <Tooltip text={keys ? t('withKeys', { label, keys: formatShortcut(keys, onMac) }) : label}>
        <button
          type="button"
          aria-label={label}
          aria-keyshortcuts={keys && ariaShortcut(keys, onMac)}
          aria-pressed={more.pressed}
          disabled={more.disabled ?? false}
          onClick={onPress}
          className={BUTTON}
        >
          <Icon icon={icon} />
        </button>
      </Tooltip>
    );
  }

  const menuButton = (label: string, content: ReactNode) => (
    <button type="button" aria-label={label} className={BUTTON}>
      {content}
    </button>
  );

  return (
    <div
      ref={ref}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('label', { language })}
      onFocus={({ currentTarget, target }) => makeStop(currentTarget, target)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave()}
      onKeyDown={(event) => {
        // Tooltips also handle Escape.
        if (!(event.target instanceof HTMLButtonElement)) return;
        if (plainKey(event) === 'Escape') editor.commands.focus();
        else if (!moveFocus(event)) return;
        event.preventDefault();
      }}
      className="flex items-center gap-0.5 overflow-x-auto border-line border-b bg-surface [scrollbar-width:none]"
    >
      <Menu
        align="start"
        onCloseAutoFocus={backToText}
        trigger={menuButton(
          `${t('style')}: ${t(state.style)}`,
          <>
            <span className="px-0.5 font-medium text-fine text-ink">{t(state.style)}</span>
            <Icon icon={styleIcon} className="text-base" />
          </>,
        )}
      >
        {INSERTIONS.filter(isStyle).map((entry) => (
          <MenuItem key={entry.name} icon={entry.icon} onSelect={() => entry.run(editor, onPicture)}>
            {insertionLabel(t, entry)}
          </MenuItem>
        ))}
      </Menu>
      {button('bold', boldIcon, () => chain().toggleBold().run(), { pressed: state.bold })}
      {button('italic', italicIcon, () => chain().toggleItalic().run(), { pressed: state.italic })}
      {button('link', linkIcon, onLink, { pressed: state.link })}
      <Menu align="start" onCloseAutoFocus={backToText} trigger={menuButton(t('insert'), <Icon icon={insertIcon} />)}>
        <InsertItems editor={editor} insertions={insertions} onPicture={onPicture} />
      </Menu>
      <Menu align="start" onCloseAutoFocus={backToText} trigger={menuButton(t('more'), <Icon icon={moreIcon} />)}>
        <MoreItems editor={editor} onMac={onMac} />
      </Menu>
      <span aria-hidden="true" className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      {button('undo', undoIcon, () => chain().undo().run(), { disabled: !state.undo })}
      {button('redo', redoIcon, () => chain().redo().run(), { disabled: !state.redo })}
    </div>
  );
}

const isStyle = ({ name }: Insertion) => (STYLES as readonly string[]).includes(name);

/** What can be inserted, the sections last. */
function InsertItems({ editor, insertions, onPicture }: Pick<ToolbarProps, 'editor' | 'insertions' | 'onPicture'>) {
  const t = useTranslations('editor.tools');
  return insertions
    .filter((entry) => !isStyle(entry))
    .map((entry, index, all) => (
      <Fragment key={entry.name}>
        {entry.isSection && !all[index - 1]?.isSection && (
          <>
            <MenuSeparator />
            <MenuHeading>{t('sections')}</MenuHeading>
          </>
        )}
        <MenuItem icon={entry.icon} onSelect={() => entry.run(editor, onPicture)}>
          {insertionLabel(t, entry)}
        </MenuItem>
      </Fragment>
    ));
}

/** The rarer formats, and moving the block. */
function MoreItems({ editor, onMac }: { editor: Editor; onMac: boolean }) {
  const t = useTranslations('editor.tools');
  const chain = () => editor.chain().focus();
  return (
    <>
      <MenuItem icon={strikeIcon} onSelect={() => chain().toggleStrike().run()}>
        {t('strike')}
      </MenuItem>
      <MenuItem icon={codeIcon} onSelect={() => chain().toggleCode().run()}>
        {t('code')}
      </MenuItem>
      <MenuItem icon={subscriptIcon} onSelect={() => chain().toggleSubscript().run()}>
        {t('subscript')}
      </MenuItem>
      <MenuItem icon={superscriptIcon} onSelect={() => chain().toggleSuperscript().run()}>
        {t('superscript')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={upIcon} onSelect={() => chain().moveBlock(-1).run()}>
        {t('withKeys', { label: t('moveUp'), keys: formatShortcut(SHORTCUTS.moveUp, onMac) })}
      </MenuItem>
      <MenuItem icon={downIcon} onSelect={() => chain().moveBlock(1).run()}>
        {t('withKeys', { label: t('moveDown'), keys: formatShortcut(SHORTCUTS.moveDown, onMac) })}
      </MenuItem>
    </>
  );
}

function buttonsOf(toolbar: HTMLElement): HTMLButtonElement[] {
  return [...toolbar.querySelectorAll<HTMLButtonElement>('button')].filter(
    (button) => !button.disabled && button.closest('[role="menu"]') === null,
  );
}

/** Sets the tab stop: the given button, else the previous one, else the first. */
function makeStop(toolbar: HTMLElement | null, button: EventTarget | undefined): void {
  if (!toolbar) return;
  const buttons = buttonsOf(toolbar);
  const stop =
    buttons.find((one) => one === button) ??
    buttons.find(({ tabIndex, dataset }) => tabIndex === 0 && dataset.stop) ??
    buttons[0];
  for (const one of buttons) {
    one.tabIndex = one === stop ? 0 : -1;
    if (one === stop) one.dataset.stop = 'true';
    else delete one.dataset.stop;
  }
}

/** Moves the focus with arrows, Home and End. @returns whether the key was one of them */
function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const { currentTarget } = event;
  const buttons = buttonsOf(currentTarget);
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const isBackwards = getComputedStyle(currentTarget).direction === 'rtl';
  const [forward, back] = isBackwards ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const targets: { [key: string]: number } = { [forward]: at + 1, [back]: at - 1, Home: 0, End: buttons.length - 1 };
  const target = targets[plainKey(event) ?? ''];
  if (target === undefined) return false;
  buttons.at(target % buttons.length)?.focus();
  return true;
}
