import type { LocaleSet } from '../locales/locale.ts';
import { splitLocale, urlForms } from '../locales/localized-path.ts';

/** The path of the page with the contact form, without a language. */
export const CONTACT_PATH = '/contact';

/** Whether a path is that of the contact page, in any language form: the only public page that takes a POST. */
export function isContactPath(set: LocaleSet, pathname: string): boolean {
  return splitLocale(set, pathname).path === CONTACT_PATH;
}

/** All addresses of the contact page. */
export function contactPaths(set: LocaleSet): string[] {
  return urlForms(set, CONTACT_PATH);
}
