import { useMatches } from 'react-router';
import type { LayoutName } from './layouts.ts';

/** What a route says of itself: `export const handle: RouteHandle`. */
export interface RouteHandle {
  /** `default` when missing. */
  layout?: LayoutName;
  /** Forces the colour mode of the page. */
  colorMode?: 'light' | 'dark' | 'system';
}

/** The layout that the page chose, or a route around it. */
export function useLayoutName(): LayoutName {
  return useRouteHandles().findLast(({ layout }) => layout)?.layout ?? 'default';
}

/** The handles of the matched routes, the page's own last. */
export function useRouteHandles(): RouteHandle[] {
  return useMatches().flatMap(({ handle }) => (handle ? [handle as RouteHandle] : []));
}
