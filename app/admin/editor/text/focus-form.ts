import type { Editor } from '@tiptap/core';
import { focusWhenRendered, WINDOW } from '../../../ui/kit/focus-when-rendered.ts';
import { findBlock } from './text-editor.ts';

/** Frames for which the focus has to stay: menus that close, and commands before, give it back to the text. */
const SETTLED = 12;

/** Moves the focus to the first control of a block once it is rendered, unless the person has moved it out of the text. */
export function focusForm(editor: Editor, id: string): void {
  const { view } = editor;
  let control: HTMLElement | null = null;
  let held = 0;
  const find = () => {
    const found = findBlock(editor, id);
    const block = found && view.nodeDOM(found.position);
    return block instanceof HTMLElement ? block.querySelector<HTMLElement>('input, textarea, select') : null;
  };
  const focused = () => {
    const { activeElement: at } = document;
    return at === control || at?.closest('[role="menu"], [role="toolbar"]') || view.dom === at
      ? null
      : WINDOW.focused();
  };
  const hold = () => {
    control = find();
    if (control && control === document.activeElement) {
      held++;
      return held > SETTLED;
    }
    held = 0;
    control?.focus();
    return false;
  };
  focusWhenRendered(hold, { ...WINDOW, focused });
}
