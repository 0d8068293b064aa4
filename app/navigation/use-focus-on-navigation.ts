import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { decodePart } from '#core/locales/localized-path.ts';

/** What this window shows, and since which navigation. Module state, because layouts are unmounted with their pages. */
let shown: { place: string; key: string } | undefined;

/**
 * After a client navigation, the new page's heading gets the focus, so that screen readers announce it; if there is an element
 * with `data-takes-focus`, it takes precedence. If the address names a part of the page in a `<details>`, this is opened. After a
 * load, the browser does both, and what was done since stays as it is.
 *
 * @param kind distinguishes what may be shown at the same address: a page, or an error
 */
export function useFocusOnNavigation(main: { current: HTMLElement | null }, kind: 'page' | 'error' = 'page'): void {
  const { pathname, hash, key } = useLocation();
  useEffect(() => {
    const place = `${kind} ${pathname}`;
    const before = shown;
    shown = { place, key };
    if (!before) return;
    if (hash) {
      if (before.key !== key) openPart(decodePart(hash.slice(1)));
      return;
    }
    if (before.place === place) return;
    const marked = main.current?.querySelector<HTMLElement>('[data-takes-focus]');
    const target = marked ?? main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    if (!target) return;
    if (target !== marked) {
      target.tabIndex = -1;
      target.classList.add('focus:outline-none');
    }
    target.focus({ preventScroll: true });
  }, [main, kind, pathname, hash, key]);
}

/** Opens what contains a part of the page. Browsers do this after a load only. */
function openPart(id: string): void {
  const part = document.getElementById(id);
  const closed = part?.closest('details');
  if (!closed) return;
  closed.open = true;
  part?.scrollIntoView();
}
