import { type ColorMode, forcedColorMode } from '../color-mode.ts';

/** The key in local storage. */
export const COLOR_MODE_KEY = 'meki-color-mode';

/** The available preferences; `system` follows the operating system. */
export const COLOR_MODE_PREFERENCES = ['system', 'light', 'dark'] as const;

export type ColorModePreference = (typeof COLOR_MODE_PREFERENCES)[number];

/** The mode forced by a page of the admin area, or `undefined` for the person's preference. */
export function pageColorMode(requested: (string | undefined)[]): ColorMode | undefined {
  const mode = forcedColorMode(requested);
  return requested.some((value) => value === 'light' || value === 'dark') ? mode : undefined;
}
