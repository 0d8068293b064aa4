import { decodePart } from '../locales/decode-part.ts';
import type { LocaleSet } from '../locales/locale.ts';
import { splitLocale } from '../locales/localized-path.ts';

/** Whether a path belongs to the admin area, in any of its forms: `/admin`, `/en/admin/people`. */
export function isAdminPath(set: LocaleSet, pathname: string): boolean {
  const { path } = splitLocale(set, pathname);
  return path === '/admin' || path.startsWith('/admin/');
}

/**
 * The path with its language and `admin` as the site spells them, whatever case and encoding they came in: `/EN/%61dmin/x`
 * → `/en/admin/x`. The router takes them all for the same page. Other paths stay as they are.
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
