import { expect, test } from 'vitest';
import { compileIcon } from './compile-icon.ts';

const compiled = (svg: string) => JSON.parse(compileIcon(svg).replace('export default ', ''));

test('an icon is its inner markup and its size', () => {
  expect(
    compiled('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 20.5" width="1em"><path d="M1 1"/></svg>\n'),
  ).toEqual({ body: '<path d="M1 1"/>', width: 24, height: 20.5 });
});

test('an icon keeps the colors and lines that its root sets', () => {
  const { body } = compiled(
    '<?xml version="1.0"?>\n<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2"><path d="M5 7h10"/></svg>',
  );
  expect(body).toBe('<g fill="none" stroke="currentColor" stroke-width="2"><path d="M5 7h10"/></g>');
});

test.each(['<svg><path/></svg>', '<svg viewBox="-1 0 9 9"><path/></svg>', 'not a drawing'])(
  'what cannot be shown is refused: %s',
  (svg) => {
    expect(() => compileIcon(svg)).toThrow('viewBox');
  },
);
