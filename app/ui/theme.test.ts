import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = ['tokens.css', 'theme.css'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n');
const SHADES = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950'];

it.each(['meki-teal', 'meki-green', 'meki-gray'])('the scale %s has every shade from 50 to 950', (name) => {
  const shades = [...css.matchAll(new RegExp(`--color-${name}-(\\d+):`, 'g'))].map(([, shade]) => shade);
  expect(shades).toEqual(SHADES);
});

it.each(['light', 'dark'])('the mode %s takes the color of its actions from meki-teal', (mode) => {
  const block = css.slice(css.indexOf(`[data-theme="${mode}"]`));
  expect(/--action: (.*);/.exec(block)?.[1]).toMatch(/^var\(--color-meki-teal-\d+\)$/);
});

it.each([
  ['success', 'light', 'meki-green'],
  ['success', 'dark', 'meki-green'],
  ['sunken', 'light', 'meki-gray'],
  ['line', 'light', 'meki-gray'],
])('the color of %s is in the mode %s a shade of %s', (token, mode, scale) => {
  const block = css.slice(css.indexOf(`[data-theme="${mode}"] {`));
  expect(new RegExp(`--${token}: (.*);`).exec(block)?.[1]).toMatch(new RegExp(`^var\\(--color-${scale}-\\d+\\)$`));
});
