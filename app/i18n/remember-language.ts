import { LOCALE_COOKIE, LOCALE_COOKIE_SECONDS } from '#core/locales/choose-locale.ts';
import type { Locale } from '#core/locales/locale.ts';

/** Stores the visitor's choice of language in a cookie. */
export function rememberLanguage(locale: Locale): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_SECONDS}; SameSite=Lax${secure}`;
}
