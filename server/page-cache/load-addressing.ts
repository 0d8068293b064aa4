import type { SiteConfig } from '#core/site/site-config.ts';
import type { RouteHandle } from '../../app/layouts/route-handle.ts';
import { createPageAddressing, type PageAddressing } from './page-address.ts';
import type { QueryRoute } from './query-lookup.ts';

/** A build of the app, as far as the addresses of its pages need it. */
export interface RoutedBuild {
  routes: { [id: string]: { id: string; path?: string; module: { handle?: unknown } } | undefined };
}

/** Returns a function that loads the addressing of the current app's pages, from the handles of its routes. */
export function createAddressingLoader(
  loadApp: () => Promise<{ build: RoutedBuild }>,
  config: SiteConfig,
): () => Promise<PageAddressing> {
  let last: { build: RoutedBuild; addressing: PageAddressing } | undefined;
  return async () => {
    const { build } = await loadApp();
    if (last?.build !== build) last = { build, addressing: createPageAddressing(config, queryRoutes(build)) };
    return last.addressing;
  };
}

/** The app's routes that have a path of their own, which is their whole path. */
function queryRoutes({ routes }: RoutedBuild): QueryRoute[] {
  return Object.values(routes).flatMap((route): QueryRoute[] => {
    if (route?.path === undefined || route.id === 'root') return [];
    const { query } = (route.module.handle ?? {}) as RouteHandle;
    return [query ? { path: route.path, query } : { path: route.path }];
  });
}
