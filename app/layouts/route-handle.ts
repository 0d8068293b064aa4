import { useMatches } from 'react-router';
import type { EarlySocket } from '../rendering/early-socket.ts';
import type { LayoutName } from './layouts.tsx';

/** Static metadata of a route: `export const handle: RouteHandle`. */
export interface RouteHandle {
  /** Default: `default`. */
  layout?: LayoutName;
  /** Forces the colour mode of the page. */
  colorMode?: 'light' | 'dark' | 'system';
  /**
   * For a page that is a tool from its first moment on: its scripts are loaded with the document, not after it, and so is what they
   * would ask for first.
   */
  withDocument?: (params: { [name: string]: string | undefined }) => EarlySocket;
  /** Whether the page itself says that the server cannot be reached, where nothing is covered. */
  tellsConnection?: boolean;
}

/** The layout set by the page, or by a parent route. */
export function useLayoutName(): LayoutName {
  return useRouteHandles().findLast(({ layout }) => layout)?.layout ?? 'default';
}

/** The handles of the matched routes, the page's last. */
export function useRouteHandles(): RouteHandle[] {
  return useMatches().flatMap(({ handle }) => (handle ? [handle as RouteHandle] : []));
}
