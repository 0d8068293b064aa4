/** The cookie of a browser in which the navigation of the admin area is folded. */
export const FOLDED_NAVIGATION = 'meki_navigation=folded';

/** Whether a `Cookie` header contains it. */
export function isNavigationFolded(cookies: string | null | undefined): boolean {
  return (cookies ?? '').split('; ').includes(FOLDED_NAVIGATION);
}
