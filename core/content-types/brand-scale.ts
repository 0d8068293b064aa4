/**
 * The colors of the interface, made of the one color that an owner chose. They take the places of `--color-meki-teal-…` in
 * `app/ui/tokens.css`, whose lightness and relative chroma they have, so that every pair of the theme stays readable; the shade 700,
 * the color of links and buttons in the light mode, is the chosen one itself.
 */

type Triple = [number, number, number];

/** Lightness and chroma of each shade in OKLCH. Source: `app/ui/tokens.css`. */
const SHADES = {
  50: [0.979, 0.013],
  100: [0.945, 0.031],
  200: [0.892, 0.058],
  300: [0.817, 0.085],
  400: [0.722, 0.102],
  500: [0.62, 0.102],
  600: [0.525, 0.09],
  700: [0.447, 0.077],
  800: [0.376, 0.063],
  900: [0.312, 0.052],
  950: [0.222, 0.038],
} as const;

/** Of the dark mode's notices: `--tint` in `app/ui/theme.css`. */
const DARK_TINT = [0.265, 0.035] as const;

const WHITE = '#ffffff';

/** The background of the shaded parts of pages in the light mode, darker than that of the others: `--sunken` in `app/ui/theme.css`. */
const SHADED = '#eff4f3';

/** The background of warnings in texts in the light mode, the darkest of all that has links. Source: `app/ui/prose.css`. */
const WARNING = '#f0ede7';

/** The least contrast of text. Source: WCAG 2.2, 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** A pair of colors that the interface has text in. */
export type BrandPair = 'white' | 'page' | 'notice';

/** What a color cannot be used for: the pair with its contrast, and the nearest color with which all pairs can be read. */
export interface BrandProblem {
  pair: BrandPair;
  ratio: number;
  nearest: string;
}

/** A color as six digits with `#`, from three or six; `undefined` if it cannot be read. */
export function readColor(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** The contrast of two colors, from 1 to 21. Source: WCAG 2.2, relative luminance. */
export function contrastOf(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = linearOf(color);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Why a color, as `readColor` gives it, cannot be that of links and buttons; `undefined` if it can. */
export function brandProblem(color: string): BrandProblem | undefined {
  const worst = unreadablePair(color);
  if (!worst) return undefined;
  const [lightness, chroma, hue] = toOklch(color);
  // Darker, with the same hue: black can be read on all of them.
  let [dark, light] = [0, lightness];
  for (let step = 0; step < 20; step++) {
    const middle = (dark + light) / 2;
    if (unreadablePair(toHex(middle, chroma, hue))) light = middle;
    else dark = middle;
  }
  return { ...worst, nearest: toHex(dark, chroma, hue) };
}

function unreadablePair(color: string): Pick<BrandProblem, 'pair' | 'ratio'> | undefined {
  const grounds: [BrandPair, string][] = [
    ['white', WHITE],
    ['page', SHADED],
    ['notice', WARNING],
    ['notice', brandScale(color)[50]],
  ];
  for (const [pair, ground] of grounds) {
    const ratio = contrastOf(color, ground);
    if (ratio < LEAST_CONTRAST) return { pair, ratio };
  }
  return undefined;
}

/** The shades of a color, as `readColor` gives it. */
export function brandScale(color: string): { [shade in keyof typeof SHADES]: string } {
  const [lightness, chroma, hue] = toOklch(color);
  const strength = chroma / SHADES[700][1];
  const shade = (name: keyof typeof SHADES) => {
    const [own, relative] = SHADES[name];
    // The neighbors keep their distance, and what is darker than the color stays so.
    const moved = lightness + own - SHADES[700][0];
    const darker = name > 700 ? Math.min(own, moved) : own;
    return toHex(Math.max(0, name === 600 || name === 800 ? moved : darker), relative * strength, hue);
  };
  return {
    ...{ 50: shade(50), 100: shade(100), 200: shade(200), 300: shade(300), 400: shade(400), 500: shade(500) },
    ...{ 600: shade(600), 700: color, 800: shade(800), 900: shade(900), 950: shade(950) },
  };
}

/** The variables of the style sheet with the shades of a color. */
export function brandCss(color: string): string {
  const shades = Object.entries(brandScale(color)).map(([shade, value]) => `--color-meki-teal-${shade}:${value}`);
  return `:root{${shades.join(';')}}[data-theme="dark"]{--tint:${darkTint(color)}}`;
}

/** The background of notices in the dark mode. */
export function darkTint(color: string): string {
  const [, chroma, hue] = toOklch(color);
  return toHex(DARK_TINT[0], (DARK_TINT[1] * chroma) / SHADES[700][1], hue);
}

function linearOf(color: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Lightness, chroma and hue in radians. Source: https://bottosson.github.io/posts/oklab/ */
function toOklch(color: string): Triple {
  const [red, green, blue] = linearOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

/** The color in sRGB; where it has none that is so colorful, the most colorful one of the same lightness and hue. */
function toHex(lightness: number, chroma: number, hue: number): string {
  let [inside, outside] = [0, chroma];
  if (isInside(linearFrom(lightness, chroma, hue))) inside = chroma;
  else
    for (let step = 0; step < 20; step++) {
      const middle = (inside + outside) / 2;
      if (isInside(linearFrom(lightness, middle, hue))) inside = middle;
      else outside = middle;
    }
  const channels = linearFrom(lightness, inside, hue).map((linear) => {
    const value = Math.min(1, Math.max(0, linear));
    const shown = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function linearFrom(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isInside(linear: Triple): boolean {
  return linear.every((value) => value >= -0.0005 && value <= 1.0005);
}
