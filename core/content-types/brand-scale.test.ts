import { expect, test } from 'vitest';
import { SURFACE } from '../site/site-colors.ts';
import { brandCss, brandProblem, brandScale, contrastOf, LEAST_CONTRAST, readColor } from './brand-scale.ts';

test.each([
  ['#006162', '#006162'],
  [' #ABC ', '#aabbcc'],
  ['8b1e3f', '#8b1e3f'],
  ['red', undefined],
  ['#12345', undefined],
  ['#0061620', undefined],
  ['url(x)', undefined],
  ['#fff;}body{display:none', undefined],
])('%j is read as %j', (text, color) => {
  expect(readColor(text)).toBe(color);
});

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the color of the product gives the scale of the product, within what rounding changes', () => {
  const scale = brandScale('#006162');
  for (const [shade, color] of [
    [300, '#7dd5d1'],
    [700, '#006162'],
    [950, '#002022'],
    [50, '#effbfa'],
  ] as const) {
    const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
    const off = channels(scale[shade]).map((value, index) => Math.abs(value - (channels(color)[index] ?? 0)));
    expect(Math.max(...off), `${shade}: ${scale[shade]}`).toBeLessThanOrEqual(8);
  }
});

test('a color that is too light is refused by the pair that cannot be read, with the nearest one that can', () => {
  const problem = brandProblem('#1a9c9c');
  expect(problem).toMatchObject({ pair: 'white', ratio: expect.closeTo(3.35, 1) });
  expect(brandProblem(problem?.nearest ?? '')).toBeUndefined();
  expect(contrastOf(problem?.nearest ?? '', '#ffffff')).toBeLessThan(5.3);
  expect(brandProblem('#767676')).toMatchObject({ pair: 'page' });
  expect(brandProblem('#ffff00')?.pair).toBe('white');
  expect(brandProblem('#000000')).toBeUndefined();
});

test('with every color that is accepted, every pair of the interface can be read, in both modes', () => {
  for (let red = 0; red <= 255; red += 51) {
    for (let green = 0; green <= 255; green += 51) {
      for (let blue = 0; blue <= 255; blue += 51) {
        const given = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
        const color = brandProblem(given)?.nearest ?? given;
        expect(brandProblem(color), given).toBeUndefined();
        const scale = brandScale(color);
        const tint = /--tint:(#[0-9a-f]{6})/.exec(brandCss(color))?.[1] ?? '';
        const pairs = [
          // Buttons and links, in each mode, at rest and under the pointer.
          ['#ffffff', scale[700]],
          ['#ffffff', scale[800]],
          [scale[700], SURFACE.light],
          // The shaded parts of pages, and warnings in texts.
          [scale[700], '#eff4f3'],
          [scale[700], '#f0ede7'],
          [scale[700], scale[50]],
          [scale[800], SURFACE.light],
          [scale[950], scale[300]],
          [scale[950], scale[200]],
          [scale[300], SURFACE.dark],
          [scale[300], tint],
          // The footer, and the bar above a preview.
          ['#e5f0ed', scale[950]],
          [scale[200], scale[950]],
          ['#ffffff', scale[900]],
        ];
        for (const [one = '', other = ''] of pairs) {
          expect(contrastOf(one, other), `${given}: ${one} on ${other}`).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
        expect(contrastOf(scale[600], SURFACE.light), `${given}: focus`).toBeGreaterThanOrEqual(3);
      }
    }
  }
});
