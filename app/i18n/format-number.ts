/** Module state, because a format depends on language and unit alone, and creating one takes longer than most components. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number: "45 minutos". Four digits stand together, so that a year is one.
 * @param language a BCP 47 tag @param unit of `Intl`, such as `minute`
 */
export function formatNumber(language: string, value: number, unit?: string): string {
  const key = `${language} ${unit}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      useGrouping: 'min2',
      ...(unit && { style: 'unit', unit, unitDisplay: 'long' }),
    });
    formats.set(key, format);
  }
  return format.format(value);
}
