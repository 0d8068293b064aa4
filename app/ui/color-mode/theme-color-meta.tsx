import { useSyncExternalStore } from 'react';
import { SURFACE } from '#core/site/site-colors.ts';
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
      content={SURFACE[known === 'system' ? system : known]}
    />
  ));
}
