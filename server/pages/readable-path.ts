/** Longer paths do not exist: a slug has at most 120 characters. */
const MAX_PATH_LENGTH = 1_000;

/**
 * A path that can be decoded and passed to the app. In a path that cannot (invalid percent-encoding, control characters, an
 * encoded slash, too long), the offending characters are escaped once more, so that it leads to a 404.
 */
export function readablePath(pathname: string): string {
  const path = pathname.length > MAX_PATH_LENGTH ? `${pathname.slice(0, MAX_PATH_LENGTH)}%` : pathname;
  return isReadable(path) ? path : path.replaceAll('%', '%25');
}

function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path)) && !/%2f/i.test(path);
  } catch {
    return false;
  }
}
