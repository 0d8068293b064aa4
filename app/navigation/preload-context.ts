import { createContext, useContext } from 'react';
import type { PageFetcher } from '../context/page-fetcher.ts';

export const PreloadContext = createContext<PageFetcher | undefined>(undefined);

export const PreloadProvider = PreloadContext.Provider;

/** Preloads a page of this site; does nothing on the server. */
export function usePreload(): (href: string) => void {
  const pages = useContext(PreloadContext);
  return (href) => pages?.preload(new URL(href, window.location.href));
}

/** Whether an instance of the server runs another build than this page. Only in the browser. */
export function useBuildWatch(): Pick<PageFetcher, 'isOutdated' | 'noteBuild'> {
  return useContext(PreloadContext) ?? NOT_WATCHING;
}

const NOT_WATCHING = { isOutdated: () => false, noteBuild() {} };
