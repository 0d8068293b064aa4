import { isComposed } from '../../../ui/kit/plain-key.ts';

/** Keyboard shortcuts in the notation of ProseMirror: `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const SHORTCUTS = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  strike: 'Mod-Shift-s',
  code: 'Mod-e',
  link: 'Mod-k',
  paragraph: 'Mod-Alt-0',
  heading2: 'Mod-Alt-2',
  heading3: 'Mod-Alt-3',
  heading4: 'Mod-Alt-4',
  bulletList: 'Mod-Shift-8',
  orderedList: 'Mod-Shift-7',
  blockquote: 'Mod-Shift-b',
  codeBlock: 'Mod-Alt-c',
  undo: 'Mod-z',
  redo: 'Mod-Shift-z',
  moveUp: 'Alt-Shift-ArrowUp',
  moveDown: 'Alt-Shift-ArrowDown',
  toToolbar: 'Escape',
  otherLanguage: 'F6',
  markCurrent: 'Mod-Enter',
  next: 'Mod-Shift-Enter',
  alone: 'F9',
  help: 'F1',
  save: 'Mod-s',
} as const;

export type ShortcutName = keyof typeof SHORTCUTS;

const SIGNS: { [key: string]: string } = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };
const MAC_SIGNS: { [key: string]: string } = { Mod: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↩' };

/** A shortcut for display: `⌘⇧S` on a Mac, `Ctrl+Shift+S` elsewhere. */
export function formatShortcut(keys: string, isMac: boolean): string {
  const signs: { [key: string]: string } = isMac ? { ...SIGNS, ...MAC_SIGNS } : { ...SIGNS, Mod: 'Ctrl' };
  const parts = keys.split('-').map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return parts.join(isMac ? '' : '+');
}

/** A shortcut in the notation of `aria-keyshortcuts`. */
export function ariaShortcut(keys: string, isMac: boolean): string {
  return keys
    .split('-')
    .map((key) => (key === 'Mod' ? (isMac ? 'Meta' : 'Control') : key.length === 1 ? key.toUpperCase() : key))
    .join('+');
}

/** Only call it in a browser. */
export function isMac(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(navigator.platform);
}

/** Whether a key event matches a shortcut. Keys of an input method never do. */
export function matchesShortcut(event: KeyboardEvent | React.KeyboardEvent, keys: string, onMac = isMac()): boolean {
  const parts = keys.split('-');
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const otherMod = onMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    mod === parts.includes('Mod') &&
    !otherMod &&
    event.altKey === parts.includes('Alt') &&
    event.shiftKey === parts.includes('Shift') &&
    !isComposed(event)
  );
}
