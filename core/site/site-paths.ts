import type { Locale, LocaleSet } from '../locales/locale.ts';
import { decodePart, splitLocale, urlForms } from '../locales/localized-path.ts';

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

/** The allowed form of a path segment: that of slugs, type segments, language codes and routes. */
const PART = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Longer paths do not exist: a slug has at most 120 characters, and no page has more than four segments after its language. */
const MAX_LENGTH = 1_000;

/**
 * Normalizes the path of a public page: lower case, no percent-encoding. No valid path contains other characters, so that
 * nothing stays encoded. An encoded slash is not a separator.
 * @param pathname without duplicate or trailing slashes
 * @returns `undefined` for a path that no page can have
 */
export function spellPagePath(pathname: string): string | undefined {
  if (pathname === '/') return pathname;
  if (pathname.length > MAX_LENGTH) return undefined;
  const parts = pathname
    .slice(1)
    .split('/')
    .map((part) => decodePart(part).toLowerCase());
  return parts.every((part) => PART.test(part)) ? `/${parts.join('/')}` : undefined;
}

/** Maximum characters of an address of another site. */
export const MAX_ADDRESS = 400;

/** The normal form of a path: decoded, lower case, without empty parts and without a slash at the end. */
export function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => decodePart(part).toLowerCase()).join('/')}`;
}

/** Why a path in its normal form cannot be an old address; `undefined` if it can. */
export function plainPathProblem(path: string): string | undefined {
  if (path === '/') return 'the front page cannot be an old address';
  if (!path.isWellFormed()) return 'is not well-formed';
  return path.length > MAX_ADDRESS ? `an old address has at most ${MAX_ADDRESS} characters` : undefined;
}

/** Where uploads begin, by the protocol tus; each goes on at its id below. */
export const UPLOADS_PATH = '/admin/uploads';
