import { useSyncExternalStore } from 'react';
import { THEME_COLORS } from '../theme-color.ts';
import type { ColorModePreference } from './page-color-mode.ts';

const never = () => () => {};

/** Tells the browser the page's colour: the operating system's mode where the person chose none, as before hydration. */
export function ThemeColorMeta({ preference }: { preference: ColorModePreference }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const known = isHydrated ? preference : 'system';
  return (['light', 'dark'] as const).map((system) => (
    <meta
      key={system}
      name="theme-color"
      media={`(prefers-color-scheme: ${system})`}
      content={THEME_COLORS[known === 'system' ? system : known]}
    />
  ));
}
