const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `1.2 GB` in a language (a BCP 47 tag), as its region writes numbers; whole kilobytes, at least one if there is anything. */
export function formatBytes(language: string, bytes: number): string {
  const step = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step - 1] ?? 'kilobyte',
    maximumFractionDigits: step === 1 ? 0 : 1,
  });
  return format.format(bytes === 0 ? 0 : Math.max(1, bytes / 1_000 ** step));
}
