import { type ColorMode, forcedColorMode } from '../color-mode.ts';

/** Where the preference is kept in local storage. */
export const COLOR_MODE_KEY = 'meki-color-mode';

/** What a person may choose; `system` follows the operating system. */
export const COLOR_MODE_PREFERENCES = ['system', 'light', 'dark'] as const;

export type ColorModePreference = (typeof COLOR_MODE_PREFERENCES)[number];

/** The mode that a page with a choice of modes forces, `undefined` where the person's own preference holds. */
export function pageColorMode(requested: (string | undefined)[]): ColorMode | undefined {
  const mode = forcedColorMode(requested);
  return requested.some((value) => value === 'light' || value === 'dark') ? mode : undefined;
}
