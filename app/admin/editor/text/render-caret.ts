import type { DecorationAttrs } from '@tiptap/pm/view';
import { colorOf } from '../drafts/presence.ts';

/** Another person's caret with their name. Colours are in the editor's styles, by number. */
export function renderCaret(user: { [name: string]: unknown }): HTMLElement {
  const caret = document.createElement('span');
  caret.className = `caret caret-${colorOf(String(user.id ?? ''))}`;
  caret.setAttribute('aria-hidden', 'true');
  const label = document.createElement('span');
  label.className = 'caret-name';
  label.textContent = String(user.name ?? '');
  caret.append('⁠', label, '⁠');
  return caret;
}

export function renderCaretSelection(user: { [name: string]: unknown }): DecorationAttrs {
  return { class: `caret-selection caret-${colorOf(String(user.id ?? ''))}` };
}
