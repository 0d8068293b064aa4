import { useSyncExternalStore } from 'react';
import { THEME_COLORS } from '../theme-color.ts';
import type { ColorModePreference } from './page-color-mode.ts';

const never = () => () => {};

/**
 * The meta element with the page's colour; follows the operating system if the person has no preference, and before hydration.
 */
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
