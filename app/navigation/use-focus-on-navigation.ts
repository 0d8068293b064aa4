import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a client navigation the new page's heading takes the focus, so that screen readers say where one is. */
export function useFocusOnNavigation(main: { current: HTMLElement | null }): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    if (!heading || hash) return;
    heading.tabIndex = -1;
    heading.classList.add('focus:outline-none');
    heading.focus({ preventScroll: true });
  }, [main, pathname, hash]);
}
