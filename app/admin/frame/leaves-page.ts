/** Whether a click opens another page of this site in this window. */
export function leavesPage(
  event: Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target'>,
  here: Pick<Location, 'origin' | 'pathname'>,
): boolean {
  if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const link = (event.target as Element | null)?.closest?.('a[href]:not([target]):not([download])');
  const { origin, pathname } = (link as HTMLAnchorElement | null) ?? {};
  return origin === here.origin && pathname !== here.pathname;
}
