import { useContext, useEffect } from 'react';
import { useLocation } from 'react-router';
import { PreloadContext } from './preload-context.ts';

/** Preloads the pages that the links in view lead to, after those that somebody points at; not each choice of a list. */
export function usePreloadInView(): void {
  const pages = useContext(PreloadContext);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    if (!pages) return;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        pages.preload(new URL((target as HTMLAnchorElement).href), { isLikely: false });
      }
    });
    for (const link of document.links) {
      if (link.origin === location.origin && link.pathname !== location.pathname && !link.search)
        observer.observe(link);
    }
    return () => observer.disconnect();
  }, [pages, pathname, search]);
}
