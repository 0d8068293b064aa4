import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import siteIcon from '~icons/lucide/external-link';
import languageIcon from '~icons/lucide/languages';
import signOutIcon from '~icons/lucide/log-out';
import { rememberLanguage } from '../../i18n/remember-language.ts';
import { COLOR_MODE_ICONS } from '../../ui/color-mode/color-mode-icons.ts';
import { useColorModePreference } from '../../ui/color-mode/color-mode-provider.tsx';
import { COLOR_MODE_PREFERENCES } from '../../ui/color-mode/page-color-mode.ts';
import type { CommandGroup } from '../../ui/kit/command-palette/command.ts';
import type { AdminFrameData } from './admin-frame-data.ts';
import { useOtherLanguages } from './use-other-languages.ts';
import { useSignOut } from './use-sign-out.ts';

/** Commands for the pages of the navigation and the actions of the top bar. */
export function useAdminCommands({ navigation, newItems, siteHref, account }: AdminFrameData): CommandGroup[] {
  const t = useTranslations('admin');
  const [, chooseColorMode] = useColorModePreference();
  const otherLanguages = useOtherLanguages();
  const navigate = useNavigate();
  const signOut = useSignOut(account.signOutAction);
  const pages = navigation.flatMap(({ links }) => links);
  return [
    {
      id: 'pages',
      label: t('palette.groups.pages'),
      commands: [
        ...pages.map(({ href, label, icon }) => ({ id: href, label, icon, href })),
        { id: 'site', label: t('frame.viewSite'), icon: siteIcon, run: () => window.location.assign(siteHref) },
      ],
    },
    ...(newItems.length > 0
      ? [
          {
            id: 'create',
            label: t('palette.groups.create'),
            commands: newItems.map(({ href, label, icon }) => ({
              id: href,
              label,
              keywords: [t('palette.createWords')],
              icon,
              href,
            })),
          },
        ]
      : []),
    {
      id: 'actions',
      label: t('palette.groups.actions'),
      commands: [
        ...otherLanguages.map(({ code, name, href, label }) => ({
          id: `language-${code}`,
          label,
          keywords: [name],
          icon: languageIcon,
          run() {
            rememberLanguage(code);
            void navigate(href);
          },
        })),
        {
          id: 'sign-out',
          label: t('frame.signOut'),
          icon: signOutIcon,
          run: signOut,
        },
      ],
    },
    {
      id: 'color-mode',
      label: t('colorMode.label'),
      commands: COLOR_MODE_PREFERENCES.map((preference) => ({
        id: `color-mode-${preference}`,
        label: t(`colorMode.${preference}`),
        keywords: [t('colorMode.label')],
        icon: COLOR_MODE_ICONS[preference],
        run: () => chooseColorMode(preference),
      })),
    },
  ];
}
