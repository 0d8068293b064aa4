import type { LocaleSet } from '../locales/locale.ts';
import { splitLocale } from '../locales/localized-path.ts';

/** Whether a path belongs to the admin area, in any of its forms: `/admin`, `/en/admin/people`. */
export function isAdminPath(set: LocaleSet, pathname: string): boolean {
  const { path } = splitLocale(set, pathname);
  return path === '/admin' || path.startsWith('/admin/');
}
