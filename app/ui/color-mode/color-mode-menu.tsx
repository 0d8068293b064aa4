import { useTranslations } from 'use-intl';
import modeIcon from '~icons/lucide/sun-moon';
import { Icon } from '../icon.tsx';
import { iconButtonStyle } from '../kit/button-style.ts';
import { Menu, MenuChoice } from '../kit/menu.tsx';
import { COLOR_MODE_ICONS } from './color-mode-icons.ts';
import { useColorModePreference } from './color-mode-provider.tsx';
import { COLOR_MODE_PREFERENCES } from './page-color-mode.ts';

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
