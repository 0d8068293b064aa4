import type { ColorMode } from './color-mode.ts';

/** The browser's theme colour around a page. */
export const THEME_COLORS: { [mode in ColorMode]: string } = { light: '#fbfdfc', dark: '#0d1a1d' };
