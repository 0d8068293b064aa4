/** Steps of lightness, chroma and hue. The styles of every combination are in `app/ui/pictures.css`. */
const STEPS = { lightness: 10, chroma: 4, hue: 12 };

/** The chroma of the highest step: that of a vivid colour averaged over a picture. */
const MAX_CHROMA = 0.15;

/** Chroma below which a hue is not visible. */
const GREY = 0.012;

/**
 * The value of `data-tint` for a colour `#rrggbb`: its steps of lightness, chroma and hue in OKLCH, as `l4 c1 h6`. Inline styles
 * are forbidden by the pages' policy, so a placeholder has one of the colours that the style sheet knows.
 */
export function tintOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const chroma = Math.hypot(a, b);
  const l = Math.min(STEPS.lightness - 1, Math.max(1, Math.round(lightness * STEPS.lightness)));
  if (chroma < GREY) return `l${l}`;
  const c = Math.min(STEPS.chroma - 1, Math.max(1, Math.round((chroma / MAX_CHROMA) * (STEPS.chroma - 1))));
  const turn = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1;
  return `l${l} c${c} h${Math.round(turn * STEPS.hue) % STEPS.hue}`;
}

/** Undoes the gamma of sRGB. */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
