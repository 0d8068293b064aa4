import { useTranslations } from 'use-intl';
import systemIcon from '~icons/lucide/monitor';
import darkIcon from '~icons/lucide/moon';
import lightIcon from '~icons/lucide/sun';
import modeIcon from '~icons/lucide/sun-moon';
import type { IconData } from '../../context/context.ts';
import { Icon } from '../icon.tsx';
import { iconButtonStyle } from '../kit/button-style.ts';
import { Menu, MenuChoice } from '../kit/menu.tsx';
import { useColorModePreference } from './color-mode-provider.tsx';
import { COLOR_MODE_PREFERENCES, type ColorModePreference } from './page-color-mode.ts';

export const COLOR_MODE_ICONS: { [preference in ColorModePreference]: IconData } = {
  system: systemIcon,
  light: lightIcon,
  dark: darkIcon,
};

/** The menu for the colour mode. Not rendered without script, which it requires. */
export function ColorModeMenu() {
  const t = useTranslations('admin.colorMode');
  const [preference, choose] = useColorModePreference();
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('label')} className={`noscript:hidden ${iconButtonStyle}`}>
          <Icon icon={modeIcon} />
        </button>
      }
    >
      <MenuChoice
        label={t('label')}
        value={preference}
        options={COLOR_MODE_PREFERENCES.map((value) => ({ value, label: t(value), icon: COLOR_MODE_ICONS[value] }))}
        onChange={choose}
      />
    </Menu>
  );
}
