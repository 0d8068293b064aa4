/** The colour mode of a page: public pages are light, the error screen is dark. */
export type ColorMode = 'light' | 'dark';

/**
 * The mode that a page forces with `handle.colorMode`, deepest route last; default: light. A page cannot force `system`, which
 * is the visitor's preference: it logs a warning and has no effect.
 */
export function forcedColorMode(requested: (string | undefined)[]): ColorMode {
  let mode: ColorMode = 'light';
  for (const value of requested) {
    if (value === 'system') console.warn('A page cannot force the color mode "system"');
    else if (value === 'light' || value === 'dark') mode = value;
  }
  return mode;
}
