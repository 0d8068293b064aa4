import { useState } from 'react';
import { useTranslations } from 'use-intl';
import moreIcon from '~icons/lucide/ellipsis';
import versionsIcon from '~icons/lucide/history';
import helpIcon from '~icons/lucide/keyboard';
import aloneIcon from '~icons/lucide/maximize';
import fieldsIcon from '~icons/lucide/sliders-horizontal';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonStyle } from '../../../ui/kit/button-style.ts';
import { Menu, MenuItem, MenuLink } from '../../../ui/kit/menu.tsx';
import { useDesk } from '../context/desk-context.tsx';
import { formatShortcut, isMac, SHORTCUTS } from '../text/shortcuts.ts';

interface MoreActionsProps {
  onFields: () => void;
  onAlone: () => void;
  onHelp: () => void;
}

/** What is needed less often: versions, the text alone, the shortcuts. */
export function MoreActions({ onFields, onAlone, onHelp }: MoreActionsProps) {
  const t = useTranslations('editor.page');
  const tTools = useTranslations('editor.tools');
  const { paths } = useDesk();
  const [onMac] = useState(isMac);
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('more')} className={iconButtonStyle}>
          <Icon icon={moreIcon} />
        </button>
      }
    >
      {/* Where there is space, details and versions are buttons of their own. */}
      <div className="@min-[20.5rem]:hidden">
        <MenuItem icon={fieldsIcon} onSelect={onFields}>
          {t('fields')}
        </MenuItem>
      </div>
      <div className="@min-3xl:hidden">
        <MenuLink icon={versionsIcon} to={paths.revisions}>
          {t('versions')}
        </MenuLink>
      </div>
      <MenuItem icon={aloneIcon} onSelect={onAlone}>
        {tTools('withKeys', { label: t('alone'), keys: formatShortcut(SHORTCUTS.alone, onMac) })}
      </MenuItem>
      <MenuItem icon={helpIcon} onSelect={onHelp}>
        {tTools('withKeys', { label: t('help'), keys: formatShortcut(SHORTCUTS.help, onMac) })}
      </MenuItem>
    </Menu>
  );
}
