import { FOLDED_NAVIGATION } from '#core/site/admin-path.ts';

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** Stores in this browser whether the navigation is folded: in a cookie, so that the server renders it as it was left. */
export function rememberFolded(isFolded: boolean): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = isFolded ? YEAR_IN_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  document.cookie = `${FOLDED_NAVIGATION}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
