import { isbot } from 'isbot';
import { chooseLocale, LOCALE_COOKIE, LOCALE_COOKIE_SECONDS } from '#core/locales/choose-locale.ts';
import type { Locale, LocaleSet } from '#core/locales/locale.ts';
import { splitLocale } from '#core/locales/localized-path.ts';

/** A request header by lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/** The language decision for a request of a page. */
export interface LanguageDecision {
  /** The language to redirect to, from `/`. */
  redirectTo?: Locale;
  /** A `Set-Cookie` value that stores the language. */
  cookie?: string;
}

/** The parts of a page's address that its language depends on. */
export interface RequestedPage {
  pathname: string;
  locale: Locale;
  explicit: boolean;
}

/** @param closed languages that `/` does not lead to, because they have no home page; nothing is stored then */
export type LanguageChooser = (
  page: RequestedPage,
  header: HeaderReader,
  closed?: readonly Locale[],
) => LanguageDecision;

const NOTHING: LanguageDecision = {};

/**
 * Chooses the language for the unprefixed `/` (`core/locales/choose-locale.ts`), and when to store a choice of language: the
 * first one there, and navigation within the site to an address with a prefix or to another language.
 */
export function createLanguageChooser(set: LocaleSet, origin: string): LanguageChooser {
  const attributes = `; Path=/; Max-Age=${LOCALE_COOKIE_SECONDS}; SameSite=Lax${origin.startsWith('https:') ? '; Secure' : ''}`;

  return function chooseLanguage({ pathname, locale, explicit }, header, closed = []) {
    const isRoot = pathname === '/';
    const cameFrom = localeOfReferrer(set, origin, header);
    if (!isRoot && (cameFrom === undefined || (!explicit && cameFrom === locale))) return NOTHING;
    const remembered = readCookie(header('cookie'), LOCALE_COOKIE);
    const open =
      closed.length === 0 ? set : { ...set, locales: set.locales.filter(({ code }) => !closed.includes(code)) };
    const choice = isRoot
      ? chooseLocale(open, {
          remembered,
          acceptLanguage: header('accept-language'),
          cameFrom: cameFrom !== undefined && closed.includes(cameFrom) ? undefined : cameFrom,
          isCrawler: () => isbot(header('user-agent')),
        })
      : { locale, remember: true };
    const remembers = closed.length === 0 && choice.remember && choice.locale !== remembered && isNavigation(header);
    return {
      ...(isRoot && choice.locale !== set.defaultLocale && { redirectTo: choice.locale }),
      ...(remembers && { cookie: `${LOCALE_COOKIE}=${choice.locale}${attributes}` }),
    };
  };
}

/** The language of the referring page of this site; `undefined` for other referrers. */
function localeOfReferrer(set: LocaleSet, origin: string, header: HeaderReader): Locale | undefined {
  const referer = header('referer');
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  const site = header('sec-fetch-site');
  const isWithin = site === undefined ? url.origin === origin : site === 'same-origin';
  return isWithin ? splitLocale(set, url.pathname).locale : undefined;
}

/** Whether a person navigates to the page, rather than a script or a prefetch. */
function isNavigation(header: HeaderReader): boolean {
  return (
    (header('sec-fetch-mode') ?? 'navigate') === 'navigate' &&
    (header('sec-fetch-dest') ?? 'document') === 'document' &&
    !/prefetch/.test(header('sec-purpose') ?? header('purpose') ?? '')
  );
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}
