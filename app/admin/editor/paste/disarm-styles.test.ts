import { expect, test } from 'vitest';
import { DISARMED, disarmStyles, styleOf } from './disarm-styles.ts';

const element = (style: string) => ({ getAttribute: (name: string) => (name === DISARMED ? style : null) }) as Element;

test('styles of elements stay to be read, and words stay as they are', () => {
  expect(disarmStyles(`<p class=x style='color:red'>a style="x" <b style="font-weight:normal">b</b></p>`)).toBe(
    `<p class=x ${DISARMED}='color:red'>a style="x" <b ${DISARMED}="font-weight:normal">b</b></p>`,
  );
  expect(disarmStyles('<head><style>p > a {}</style></head><p>x</p>')).toBe('<head></head><p>x</p>');
  expect(disarmStyles('<p>x</p><style>p > a {} <p style="y">z</p>')).toBe('<p>x</p>');
  expect(disarmStyles(`<p>x</p><b style="y`)).toBe(`<p>x</p><b ${DISARMED}="y`);
});

test('of a property that is set twice, the last counts', () => {
  expect(styleOf(element('Font-Weight: BOLD; color:red; font-weight:400'), 'font-weight')).toBe('400');
  expect(styleOf(element('font-weight-x:1'), 'font-weight')).toBe('');
});
