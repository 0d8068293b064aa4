import { expect, test } from 'vitest';
import { typedWith } from './typed-ahead.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  getModifierState: () => false,
  ...held,
});

test.each([
  ['a letter', '', press('á'), 'á'],
  ['the next one', 'a', press('b'), 'ab'],
  ['a sign that needs AltGr', 'a', press('@', { ctrlKey: true, altKey: true, getModifierState: () => true }), 'a@'],
  ['a space between words', 'a', press(' '), 'a '],
  ['a line break after a word', 'a', press('Enter'), 'a\n'],
  ['a correction', 'ab', press('Backspace'), 'a'],
])('%s counts as typed', (_, before, event, after) => {
  expect(typedWith(before, event)).toBe(after);
});

test.each([
  ['a space that scrolls', '', press(' ')],
  ['Enter on what has the focus', '', press('Enter')],
  ['a correction of nothing', '', press('Backspace')],
  ['a shortcut', 'a', press('s', { ctrlKey: true })],
  ['a key without a sign', 'a', press('Tab')],
  ['an input method', 'a', press('a', { isComposing: true })],
])('%s does not', (_, before, event) => {
  expect(typedWith(before, event)).toBeUndefined();
});
