import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Locale } from '#core/locales/locale.ts';
import { localizePath, urlForms } from '#core/locales/localized-path.ts';
import { localeSet } from '#site-config';
import menuIcon from '~icons/lucide/menu';
import searchIcon from '~icons/lucide/search';
import logoMark from '~icons/meki/logo-mark';
import { languageName } from '../../i18n/language-name.ts';
import { rememberLanguage, useLocale } from '../../i18n/message-provider.tsx';
import type { PageHead } from '../../site/page-head/page-head.ts';
import type { PictureData } from '../../site/pictures/picture-data.ts';
import { Icon } from '../../ui/icon.tsx';
import { DisclosureMark } from '../../ui/kit/disclosure-mark.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { type HeaderRoom, headerRoom } from './header-room.ts';
import type { FrameData, NavigationEntry } from './read-frame.ts';

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

type Frame = Pick<FrameData, 'navigation' | 'homeHref'>;

const ENTRY =
  'flex min-h-11 items-center rounded-control px-3 font-medium text-ink-soft leading-tight wrap-break-word hover:bg-sunken hover:text-ink aria-[current]:text-action';

/** The entries of the header side by side; what is below one opens under it. */
function HeaderRow({ frame }: { frame: Frame }) {
  const { key } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const closeOthers = ({ target }: Event) => {
      for (const open of row.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) {
        if (!open.contains(target as Node)) open.open = false;
      }
    };
    document.addEventListener('pointerdown', closeOthers);
    return () => document.removeEventListener('pointerdown', closeOthers);
  }, []);
  return (
    // Another list after each navigation: what was open is closed then.
    <ul key={key} ref={row} className="flex items-center gap-0.5">
      {frame.navigation.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
        <li key={index} className="relative flex items-center">
          <EntryLink entry={entry} frame={frame} />
          {entry.below && (
            <details name="header-row" className="group" onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
              <Opener entry={entry} frame={frame} />
              <ul
                // The later ones open towards the middle of the window.
                className={`absolute top-full mt-1 max-h-[calc(100dvh-6rem)] w-max min-w-full max-w-80 overflow-y-auto rounded-card border border-line bg-raised p-1.5 floating ${index * 2 < frame.navigation.length ? 'start-0' : 'end-0'}`}
              >
                <Below entry={entry} frame={frame} />
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The entries of the header below one another, for the menu. The part that the page belongs to is open. */
function MenuList({ frame }: { frame: Frame }) {
  const currentOf = useCurrent(frame);
  return (
    <ul className="container-page">
      {frame.navigation.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
        <li key={index} className="relative border-line border-b last:border-0">
          <EntryLink entry={entry} frame={frame} className={entry.below && 'me-12'} />
          {entry.below && (
            <details className="group" open={currentOf(entry) !== undefined} onKeyDown={closeOnEscape}>
              <Opener entry={entry} frame={frame} className={entry.href === undefined ? '' : 'absolute end-0 top-0'} />
              <ul className="border-line border-s ms-3 mb-2 ps-2">
                <Below entry={entry} frame={frame} />
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What opens the entries below one: an arrow beside its link, or its label if it has none. */
function Opener({ entry, frame, className = '' }: { entry: NavigationEntry; frame: Frame; className?: string }) {
  const t = useTranslations('common.navigation');
  const current = useCurrent(frame)(entry);
  const { label, href, icon } = entry;
  if (href !== undefined) {
    return (
      <summary
        aria-label={t('below', { label })}
        className={`grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink ${className}`}
      >
        <DisclosureMark />
      </summary>
    );
  }
  return (
    <summary aria-current={current && 'true'} className={`${ENTRY} justify-between gap-1.5 ${className}`}>
      <span className="min-w-0">
        {icon && <Icon icon={icon} className="me-2" />}
        {label}
      </span>
      <DisclosureMark />
    </summary>
  );
}

function Below({ entry, frame }: { entry: NavigationEntry; frame: Frame }) {
  return entry.below?.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an owner may name a page twice
    <li key={index}>
      <EntryLink entry={one} frame={frame} />
    </li>
  ));
}

function EntryLink({
  entry,
  frame,
  className = '',
}: {
  entry: NavigationEntry;
  frame: Frame;
  className?: string | undefined;
}) {
  const current = useCurrent(frame)(entry);
  const { label, href, icon } = entry;
  if (href === undefined) return null;
  return (
    <SiteLink to={href} aria-current={current} className={`${ENTRY} ${className}`}>
      {icon && <Icon icon={icon} className="me-2" />}
      <span className="min-w-0">{label}</span>
    </SiteLink>
  );
}

/** Says of an entry whether the page is what it leads to, or belongs to that: `page`; or is below it: `true`. */
function useCurrent({ homeHref }: Frame): (entry: NavigationEntry) => 'page' | 'true' | undefined {
  const path = `${useLocation().pathname}/`.toLowerCase();
  const isAt = (href = ''): boolean => {
    const [own = ''] = href.toLowerCase().split(/[?#]/);
    return href === homeHref
      ? path.replace(/\/+$/, '/') === `${own}/`.replace(/\/+$/, '/')
      : path.startsWith(`${own}/`);
  };
  return ({ href, below = [] }) => {
    if (below.some((one) => isAt(one.href))) return 'true';
    return href !== undefined && isAt(href) ? 'page' : undefined;
  };
}

/** Closes what the key was pressed in, and gives the focus back to what opened it. */
function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget: opened } = event;
  if (key !== 'Escape' || !opened.open) return;
  event.stopPropagation();
  opened.open = false;
  opened.querySelector('summary')?.focus();
}

/** Closes what the focus has left. Where a browser focuses no links that are clicked, nothing has it then, and all stays open. */
function closeWhenLeft({ currentTarget: opened, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !opened.contains(relatedTarget)) opened.open = false;
}

interface LanguageSwitcherProps {
  /** The languages with a published home page. */
  openLanguages: readonly Locale[];
  className?: string | undefined;
}

/**
 * Links to the same page in the other languages; if it does not exist there, to that language's home page. A language that has
 * neither is not offered.
 */
function LanguageSwitcher({ openLanguages, className }: LanguageSwitcherProps) {
  const t = useTranslations('common.language');
  const current = useLocale();
  const page = usePageHead();
  const offered = localeSet.locales.filter(
    ({ code }) => code !== current.code && (page?.languages[code] !== undefined || openLanguages.includes(code)),
  );
  if (offered.length === 0) return null;
  return (
    <nav aria-label={t('label')} className={className}>
      <ul className="flex">
        {offered.map((locale) => {
          const target = page?.languages[locale.code];
          const href = target === undefined || target === '/' ? homeOf(locale.code) : target;
          return (
            <li key={locale.code}>
              <SiteLink
                to={href}
                lang={locale.language}
                hrefLang={locale.language}
                title={
                  target ? undefined : t('unavailable', { language: languageName(current.language, locale.language) })
                }
                onClick={() => rememberLanguage(locale.code)}
                className="flex min-h-11 items-center rounded-control px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <span aria-hidden="true" className="uppercase sm:hidden">
                  {locale.code}
                </span>
                <span className="max-sm:sr-only">{locale.name}</span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The home page with its explicit prefix, since `/` redirects to the stored language. */
function homeOf(locale: string): string {
  return urlForms(localeSet, '/').find((form) => form === `/${locale}`) ?? localizePath(localeSet, locale, '/');
}

function usePageHead(): PageHead | undefined {
  const data = useMatches().at(-1)?.loaderData as { head?: PageHead } | undefined;
  return data?.head;
}

/** Characters up to which the name has room on one line of a phone's header, of any header; longer ones are smaller, and break. */
const SHORT_NAME = 12;
const MEDIUM_NAME = 20;

/** The site's logo and name in the header; on a phone the short name, if it has one. */
function HeaderBrand({ name, shortName, logo }: Pick<FrameData, 'name' | 'shortName' | 'logo'>) {
  return (
    <>
      {logo ? (
        <LogoImage picture={logo.light} dark={logo.dark} alt={logo.hasName ? name : ''} />
      ) : (
        <Icon icon={logoMark} className="size-8 text-action" />
      )}
      {!logo?.hasName && shortName && <span className={`sm:hidden ${nameStyle(shortName)}`}>{shortName}</span>}
      {!logo?.hasName && <span className={`${shortName ? 'max-sm:hidden' : ''} ${nameStyle(name)}`}>{name}</span>}
    </>
  );
}

/** The same on the dark background of the footer. */
export function FooterBrand({ name, logo }: Pick<FrameData, 'name' | 'logo'>) {
  return (
    <p className="flex items-center gap-2.5 font-semibold text-[1.1875rem]">
      {logo ? (
        <LogoImage picture={logo.dark} alt={logo.hasName ? name : ''} />
      ) : (
        <Icon icon={logoMark} className="size-8 text-meki-teal-200" />
      )}
      {!logo?.hasName && name}
    </p>
  );
}

const DARK = '(prefers-color-scheme: dark)';

/** A logo in the size of the name. @param dark the one for dark mode, if another */
function LogoImage({ picture, dark = picture, alt }: { picture: PictureData; dark?: PictureData; alt: string }) {
  const { 'data-tint': _, ...image } = picture.image;
  const inDark = dark.image.src === image.src ? [] : [...dark.sources, { type: undefined, srcSet: dark.image.src }];
  return (
    <picture className="contents">
      {inDark.map(({ type, srcSet }) => (
        <source key={srcSet} media={DARK} type={type} srcSet={srcSet} sizes="10rem" />
      ))}
      {picture.sources.map(({ type, srcSet }) => (
        <source key={srcSet} type={type} srcSet={srcSet} sizes="10rem" />
      ))}
      <img {...image} alt={alt} className="h-9 w-auto max-w-40 shrink-0 bg-transparent object-contain" />
    </picture>
  );
}

function nameStyle(name: string): string {
  if (name.length <= SHORT_NAME) return 'whitespace-nowrap text-[clamp(1rem,5vw,1.1875rem)] tracking-tight';
  const small = 'wrap-anywhere min-w-0 text-fine leading-snug';
  return name.length > MEDIUM_NAME ? small : `${small} sm:whitespace-nowrap sm:text-[1.1875rem] sm:tracking-tight`;
}
