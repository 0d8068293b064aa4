import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What this window shows. It outlives the layouts, which come and go with their pages. */
let shown: string | undefined;

/**
 * After a client navigation the new page's heading takes the focus, so that screen readers say where one is; or, before
 * the heading, what the page marks with `data-takes-focus`.
 *
 * @param kind tells apart what may be shown at one address: a page, or the error in its place
 */
export function useFocusOnNavigation(main: { current: HTMLElement | null }, kind: 'page' | 'error' = 'page'): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    const place = `${kind} ${pathname}`;
    const isNavigation = shown !== undefined && shown !== place;
    shown = place;
    if (!isNavigation || hash) return;
    const marked = main.current?.querySelector<HTMLElement>('[data-takes-focus]');
    const target = marked ?? main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    if (!target) return;
    if (target !== marked) {
      target.tabIndex = -1;
      target.classList.add('focus:outline-none');
    }
    target.focus({ preventScroll: true });
  }, [main, kind, pathname, hash]);
}
