import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import siteIcon from '~icons/lucide/external-link';
import itemIcon from '~icons/lucide/file-text';
import languageIcon from '~icons/lucide/languages';
import signOutIcon from '~icons/lucide/log-out';
import { rememberLanguage } from '../../i18n/message-provider.tsx';
import { COLOR_MODE_ICONS } from '../../ui/color-mode/color-mode-menu.tsx';
import { useColorModePreference } from '../../ui/color-mode/color-mode-provider.tsx';
import { COLOR_MODE_PREFERENCES } from '../../ui/color-mode/page-color-mode.ts';
import { type CommandGroup, CommandPalette } from '../../ui/kit/command-palette/command-palette.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { useOtherLanguages } from './admin-language-switcher.tsx';
import { useSignOut } from './sign-out-overlay.tsx';

/** Debounce of the search in milliseconds. */
const PAUSE = 150;

/** Minimum characters of a search. */
const ENOUGH = 2;

interface FoundItem {
  id: string;
  label: string;
  type: string;
  href: string;
}

interface AdminCommandPaletteProps {
  frame: AdminFrameData;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The command palette with commands of every admin page, and items found by the typed text. */
export function AdminCommandPalette({ frame, open, onOpenChange }: AdminCommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const items = useItemCommands(frame.searchHref, open ? typed : '');
  const commands = useAdminCommands(frame);
  return (
    <CommandPalette
      groups={[...commands, ...items]}
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        onOpenChange(next);
      }}
      onTyped={setTyped}
    />
  );
}

/** Commands for the pages of the navigation and the actions of the top bar. */
function useAdminCommands({ navigation, newItems, siteHref, account }: AdminFrameData): CommandGroup[] {
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

/** Commands for items that match the typed text; none without text or the right to search. */
function useItemCommands(searchHref: string | undefined, typed: string): CommandGroup[] {
  const t = useTranslations('admin.palette.groups');
  const [found, setFound] = useState<{ typed: string; items: FoundItem[] }>({ typed: '', items: [] });
  const query = typed.trim();
  useEffect(() => {
    if (searchHref === undefined || query.length < ENOUGH) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${searchHref}?${new URLSearchParams({ q: query })}`, {
          signal: controller.signal,
        });
        if (!response.ok) return;
        setFound({ typed: query, items: ((await response.json()) as { items: FoundItem[] }).items });
      } catch {
        // Without network, the other commands remain.
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [searchHref, query]);
  if (query.length < ENOUGH || found.items.length === 0) return [];
  return [
    {
      id: 'items',
      label: t('items'),
      commands: found.items.map(({ id, label, type, href }) => ({
        id: `item-${id}`,
        label: `${label} · ${type}`,
        // Prevents the palette from filtering out results of the server's search.
        keywords: [found.typed, query],
        icon: itemIcon,
        href,
      })),
    },
  ];
}
