import type { Locale, LocaleSet } from '../locales/locale.ts';
import { decodePart } from '../locales/localized-path.ts';

/**
 * Whether a path is a link to a draft, in any form: `/preview/{token}`, `/en/preview/{token}`, in any case and encoding, with
 * any number of slashes.
 */
export function isPreviewPath(set: LocaleSet, pathname: string): boolean {
  return readPreview(set, pathname) !== undefined;
}

/** Redacts the secret token of a path: for logs. */
export function withoutToken(set: LocaleSet, pathname: string): string {
  const preview = readPreview(set, pathname);
  if (!preview) return pathname;
  return preview.locale === undefined ? '/preview/…' : `/${preview.locale}/preview/…`;
}

function readPreview(set: LocaleSet, pathname: string): { locale: Locale | undefined } | undefined {
  const parts = pathname
    .split('/')
    .flatMap((part) => decodePart(part).toLowerCase().split('/'))
    .filter(Boolean);
  const locale = set.locales.find(({ code }) => code.toLowerCase() === parts[0])?.code;
  const [word, token] = parts.slice(locale === undefined ? 0 : 1);
  return word === 'preview' && token !== undefined ? { locale } : undefined;
}
