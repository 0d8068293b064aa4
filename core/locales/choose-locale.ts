import type { Locale, LocaleSet } from './locale.ts';

/** What a request for `/` reveals about the visitor's language. */
export interface LocaleSignals {
  /** The raw value of the locale cookie. */
  remembered?: string | undefined;
  /** The `Accept-Language` header. */
  acceptLanguage?: string | undefined;
  /** The language of the referring page of this site. */
  cameFrom?: Locale | undefined;
  /** Only called if it matters. */
  isCrawler: () => boolean;
}

/** The language that `/` redirects to, and whether to store it in the cookie. */
export interface LocaleChoice {
  locale: Locale;
  remember: boolean;
}

/** Name of the cookie with the visitor's language. */
export const LOCALE_COOKIE = 'meki_locale';

/** Lifetime of the cookie: 365 days, in seconds. */
export const LOCALE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Chooses the language for the unprefixed `/`. Crawlers are never redirected. A visitor from a page of this site stays in its
 * language; otherwise the cookie decides, then, once, the browser's preferences.
 */
export function chooseLocale(set: LocaleSet, signals: LocaleSignals): LocaleChoice {
  const choice = chooseForVisitor(set, signals);
  const isDefault = choice.locale === set.defaultLocale && !choice.remember;
  return isDefault || !signals.isCrawler() ? choice : { locale: set.defaultLocale, remember: false };
}

function chooseForVisitor(set: LocaleSet, signals: Omit<LocaleSignals, 'isCrawler'>): LocaleChoice {
  const remembered = set.locales.find(({ code }) => code === signals.remembered);
  if (signals.cameFrom !== undefined) return { locale: signals.cameFrom, remember: !remembered };
  if (remembered) return { locale: remembered.code, remember: false };
  const { acceptLanguage } = signals;
  const preferences = acceptLanguage ? parseAcceptLanguage(acceptLanguage).filter((tag) => tag !== '*') : [];
  if (preferences.length === 0) return { locale: set.defaultLocale, remember: false };
  return { locale: preferredLocale(set, preferences) ?? set.defaultLocale, remember: true };
}

function preferredLocale(set: LocaleSet, preferences: string[]): Locale | undefined {
  for (const tag of preferences) {
    const exact = set.locales.find(({ code, language }) => [code, language.toLowerCase()].includes(tag));
    const primary = tag.split('-')[0];
    const found = exact ?? set.locales.find(({ code }) => code.split('-')[0] === primary);
    if (found) return found.code;
  }
  return undefined;
}

/** The acceptable tags of an `Accept-Language` header in lower case, by descending weight. */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = quality === undefined ? 1 : Number(quality.slice(2));
      return { tag, weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ tag, weight }) => /^(\*|[a-z]{1,8}(-[a-z0-9]{1,8})*)$/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
