import type { ColorMode } from './color-mode.ts';

/** What the browser paints around a page, next to its surface. */
export const THEME_COLORS: { [mode in ColorMode]: string } = { light: '#fbfdfc', dark: '#0d1a1d' };
