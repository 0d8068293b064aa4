import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What this window shows. Module state, because layouts are unmounted with their pages. */
let shown: string | undefined;

/**
 * After a client navigation, the new page's heading gets the focus, so that screen readers announce it; if there is an element
 * with `data-takes-focus`, it takes precedence.
 *
 * @param kind distinguishes what may be shown at the same address: a page, or an error
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
