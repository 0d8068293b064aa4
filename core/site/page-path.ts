import { decodePart } from '../locales/localized-path.ts';

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
