import { decodePart } from '../locales/decode-part.ts';

/** What stands between the slashes of a page's path: what a slug, a segment, a language code and a route consist of. */
const PART = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Longer paths lead nowhere: a slug has at most 120 characters, and no page has more than two parts behind its language. */
const MAX_LENGTH = 1_000;

/**
 * The one spelling of a public page's path: lower case, and nothing percent-encoded. No page has a path with any other
 * character, so that none of them stays encoded. An encoded slash separates nothing.
 * @param pathname without doubled slashes, and without one at its end
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
