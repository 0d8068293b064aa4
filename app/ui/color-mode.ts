/** The colour mode of a page: public pages are light, the error screen is dark. */
export type ColorMode = 'light' | 'dark';

/**
 * The mode that a page forces through `handle.colorMode`, deepest route last; light when none does. A page cannot
 * force `system`, since that is the visitor's own preference: it logs a warning and does nothing.
 */
export function forcedColorMode(requested: (string | undefined)[]): ColorMode {
  let mode: ColorMode = 'light';
  for (const value of requested) {
    if (value === 'system') console.warn('A page cannot force the color mode "system"');
    else if (value === 'light' || value === 'dark') mode = value;
  }
  return mode;
}
