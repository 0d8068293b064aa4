import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as siteColors from '#core/site/site-colors.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const tokens = read('tokens.css');
const theme = read('theme.css');

/** The value of a variable in one part of a style sheet, following references to `tokens.css`. */
function readColor(name: string, css: string): string {
  const [, value = ''] = css.match(new RegExp(`--${name}: ([^;]+);`)) ?? [];
  const [, reference] = value.match(/^var\(--([\w-]+)\)$/) ?? [];
  return reference === undefined ? value : readColor(reference, tokens);
}

/** An OKLCH color in sRGB. Source: https://bottosson.github.io/posts/oklab/ */
function toHex(color: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const inside = Math.min(1, Math.max(0, value));
    return inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
  });
  return `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

test('the colors of mails, pictures and the browser are those of the style sheets', () => {
  const [, light = '', dark = ''] = theme.split(/(?=--surface: )/);
  const expected = Object.keys(siteColors).map((key) => {
    const name = key.toLowerCase().replace('_', '-');
    return [key, { light: toHex(readColor(name, light)), dark: toHex(readColor(name, dark)) }];
  });
  expect({ ...siteColors }).toEqual(Object.fromEntries(expected));
});
