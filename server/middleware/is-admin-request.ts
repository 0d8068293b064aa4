import type { LocaleSet } from '#core/locales/locale.ts';
import { isAdminPath } from '#core/site/admin-path.ts';

/** Whether a request's path is one of the admin area, or of the data of its client navigations. */
export function isAdminRequest(set: LocaleSet, pathname: string): boolean {
  return isAdminPath(set, pathname.replace(/\.data$/, ''));
}
