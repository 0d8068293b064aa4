import type { LocaleSet } from '../locales/locale.ts';
import { splitLocale } from '../locales/localized-path.ts';

/** Whether a path is that of a link to a draft, in any of its forms: `/preview/{token}`, `/en/preview/{token}`. */
export function isPreviewPath(set: LocaleSet, pathname: string): boolean {
  return splitLocale(set, pathname).path.startsWith('/preview/');
}

/** The path without what gives a draft away to whoever reads it: for logs. */
export function withoutToken(set: LocaleSet, pathname: string): string {
  if (!isPreviewPath(set, pathname)) return pathname;
  const { path } = splitLocale(set, pathname);
  return `${pathname.slice(0, pathname.length - path.length)}/preview/…`;
}
