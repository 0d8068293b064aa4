import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { localeSet } from '#site-config';
import menuIcon from '~icons/lucide/menu';
import searchIcon from '~icons/lucide/search';
import { useLocale } from '../../i18n/message-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import type { FrameData } from './frame-data.ts';
import { closeOnEscape, HeaderRow, MenuList } from './header-entries.tsx';
import { type HeaderRoom, headerRoom } from './header-room.ts';
import { LanguageSwitcher } from './language-switcher.tsx';
import { HeaderBrand } from './site-brand.tsx';

/** A phone's header has room for one link to another language. */
const HAS_LANGUAGES_IN_MENU = localeSet.locales.length > 2;

/** The styles of the links in the header, of the menu that has them until there is room, and of what gives way to either. */
const ROOM_STYLE: Record<HeaderRoom, { links: string; menu: string; name: string; row: string }> = {
  lg: { links: 'hidden lg:block', menu: 'lg:hidden', name: 'lg:me-0', row: 'lg:gap-6' },
  xl: { links: 'hidden xl:block', menu: 'xl:hidden', name: 'xl:me-0', row: 'xl:gap-6' },
  none: { links: 'hidden', menu: '', name: '', row: '' },
};

/** The site's name, main navigation, search and languages. Until there is room, the navigation is in a menu, which opens without script. */
export function SiteHeader({ frame }: { frame: FrameData }) {
  const t = useTranslations('common');
  const locale = useLocale();
  const languages = localeSet.locales.filter(({ code }) => code !== locale.code).map(({ name }) => name);
  const style = ROOM_STYLE[headerRoom(frame, languages)];
  return (
    <header data-print="hide" className="sticky top-0 z-40 border-line border-b bg-surface/95 blur-behind">
      <div className={`container-page flex h-16 items-center gap-2 max-[22rem]:gap-0 ${style.row}`}>
        <SiteLink
          to={frame.homeHref}
          className={`me-auto flex min-h-11 items-center gap-2.5 pe-1 font-semibold ${style.name}`}
        >
          <HeaderBrand {...frame} />
        </SiteLink>
        <nav aria-label={t('navigation.main')} className={`me-auto ${style.links}`}>
          <HeaderRow frame={frame} />
        </nav>
        <SiteLink
          to={frame.searchHref}
          aria-label={t('search.title')}
          className="grid size-11 place-items-center rounded-control text-[1.25rem] text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Icon icon={searchIcon} />
        </SiteLink>
        <LanguageSwitcher
          openLanguages={frame.openLanguages}
          className={HAS_LANGUAGES_IN_MENU ? style.links : undefined}
        />
        <HeaderMenu frame={frame} className={style.menu} />
      </div>
    </header>
  );
}

function HeaderMenu({ frame, className }: { frame: FrameData; className: string }) {
  const t = useTranslations('common.navigation');
  const { key } = useLocation();
  // Another element after each navigation: the menu is closed then, and left alone by what else renders it.
  return (
    <details key={key} className={className} onKeyDown={closeOnEscape}>
      <summary
        aria-label={t('menu')}
        className="-me-2 grid size-11 place-items-center rounded-control text-[1.375rem] hover:bg-sunken"
      >
        <Icon icon={menuIcon} />
      </summary>
      <nav
        aria-label={t('main')}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-line border-b bg-surface py-2 floating"
      >
        <MenuList frame={frame} />
        {HAS_LANGUAGES_IN_MENU && <LanguageSwitcher openLanguages={frame.openLanguages} className="container-page" />}
      </nav>
    </details>
  );
}
