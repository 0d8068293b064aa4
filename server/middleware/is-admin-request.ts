import type { LocaleSet } from '#core/locales/locale.ts';
import { isAdminPath } from '#core/site/site-paths.ts';

/** Whether a request is for a page of the admin area, or for the data of one (client navigation). */
export function isAdminRequest(set: LocaleSet, pathname: string): boolean {
  return isAdminPath(set, pathname.replace(/\.data$/, ''));
}
