import type { LocaleSet } from '../locales/locale.ts';
import { decodePart, splitLocale } from '../locales/localized-path.ts';

/** Whether a path belongs to the admin area, in any language form: `/admin`, `/en/admin/people`. */
export function isAdminPath(set: LocaleSet, pathname: string): boolean {
  const { path } = splitLocale(set, pathname);
  return path === '/admin' || path.startsWith('/admin/');
}

/**
 * Normalizes the case and encoding of a path's language and `admin` segment: `/EN/%61dmin/x` → `/en/admin/x`. The router
 * matches all of these to the same page. Other paths are unchanged.
 */
export function spellAdminPath(set: LocaleSet, pathname: string): string {
  const parts = pathname.split('/');
  const words = parts.slice(0, 3).map((part) => decodePart(part).toLowerCase());
  const locale = set.locales.find(({ code }) => code.toLowerCase() === words[1]);
  const index = locale ? 2 : 1;
  const word = words[index];
  if (word !== 'admin' && word !== 'admin.data') return pathname;
  return ['', ...(locale ? [locale.code] : []), word, ...parts.slice(index + 1)].join('/');
}

/** The cookie of a browser in which the navigation of the admin area is folded. */
export const FOLDED_NAVIGATION = 'meki_navigation=folded';

/** Whether a `Cookie` header contains it. */
export function isNavigationFolded(cookies: string | null | undefined): boolean {
  return (cookies ?? '').split('; ').includes(FOLDED_NAVIGATION);
}
