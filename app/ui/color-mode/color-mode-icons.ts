import systemIcon from '~icons/lucide/monitor';
import darkIcon from '~icons/lucide/moon';
import lightIcon from '~icons/lucide/sun';
import type { IconData } from '../../context/context.ts';
import type { ColorModePreference } from './page-color-mode.ts';

export const COLOR_MODE_ICONS: { [preference in ColorModePreference]: IconData } = {
  system: systemIcon,
  light: lightIcon,
  dark: darkIcon,
};
