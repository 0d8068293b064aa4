import type { Locale, LocaleSet } from './locale.ts';

export interface SplitPath {
  locale: Locale;
  /** The path without its language prefix; starts with a slash. */
  path: string;
  /** Whether the address has a language prefix: `/es/faq` does, `/faq` does not. */
  explicit: boolean;
}

/** Splits the language prefix from a path: `/en/faq` → `en`, `/faq`. */
export function splitLocale(set: LocaleSet, pathname: string): SplitPath {
  for (const { code } of set.locales) {
    if (pathname === `/${code}` || pathname.startsWith(`/${code}/`)) {
      return { locale: code, path: pathname.slice(code.length + 1) || '/', explicit: true };
    }
  }
  return { locale: set.defaultLocale, path: pathname, explicit: false };
}

/** The canonical path of a page in a language: the default language has no prefix. `path` starts with a slash. */
export function localizePath(set: LocaleSet, locale: Locale, path: string): string {
  if (locale === set.defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** All addresses of a page: `/faq`, `/es/faq`, `/en/faq`. `path` has no prefix. */
export function urlForms(set: LocaleSet, path: string): string[] {
  return [path, ...set.locales.map(({ code }) => (path === '/' ? `/${code}` : `/${code}${path}`))];
}

/** Percent-decodes a part of an address; returns it unchanged if malformed, as in `100%`. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
