import { expect, test } from 'vitest';
import { partial } from '../../../../test/helpers/partial.ts';
import { ariaShortcut, formatShortcut, matchesShortcut, SHORTCUTS } from './shortcuts.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  partial<KeyboardEvent>({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test('no two actions share their keys', () => {
  expect(new Set(Object.values(SHORTCUTS)).size).toBe(Object.keys(SHORTCUTS).length);
});

test('keys are written as the person’s keyboard has them', () => {
  expect(formatShortcut(SHORTCUTS.strike, false)).toBe('Ctrl+Shift+S');
  expect(formatShortcut(SHORTCUTS.strike, true)).toBe('⌘⇧S');
  expect(formatShortcut(SHORTCUTS.moveUp, false)).toBe('Alt+Shift+↑');
  expect(ariaShortcut(SHORTCUTS.strike, false)).toBe('Control+Shift+S');
  expect(ariaShortcut(SHORTCUTS.strike, true)).toBe('Meta+Shift+S');
});

test('a press is that of a shortcut when every key is held, and no other', () => {
  expect(matchesShortcut(press('Enter', { ctrlKey: true }), SHORTCUTS.markCurrent, false)).toBe(true);
  expect(matchesShortcut(press('Enter', { metaKey: true }), SHORTCUTS.markCurrent, true)).toBe(true);
  expect(matchesShortcut(press('Enter', { ctrlKey: true, shiftKey: true }), SHORTCUTS.markCurrent, false)).toBe(false);
  expect(matchesShortcut(press('Enter'), SHORTCUTS.markCurrent, false)).toBe(false);
  expect(matchesShortcut(press('F6'), SHORTCUTS.otherLanguage, false)).toBe(true);
});
