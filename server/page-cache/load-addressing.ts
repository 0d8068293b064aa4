import type { SiteConfig } from '#core/site/site-config.ts';
import type { RouteHandle } from '../../app/layouts/route-handle.ts';
import type { AppBuild, LoadedApp } from '../rendering/render-page.ts';
import { createPageAddressing, type PageAddressing } from './page-address.ts';
import type { QueryRoute } from './query-lookup.ts';

/** Returns a function that loads the addressing of the current app's pages, from the handles of its routes. */
export function createAddressingLoader(
  loadApp: () => Promise<Pick<LoadedApp, 'build'>>,
  config: SiteConfig,
): () => Promise<PageAddressing> {
  let last: { build: AppBuild; addressing: PageAddressing } | undefined;
  return async () => {
    const { build } = await loadApp();
    if (last?.build !== build) last = { build, addressing: createPageAddressing(config, queryRoutes(build)) };
    return last.addressing;
  };
}

/** The app's routes that have a path of their own, which is their whole path. */
function queryRoutes({ routes }: Pick<AppBuild, 'routes'>): QueryRoute[] {
  return Object.values(routes).flatMap((route): QueryRoute[] => {
    if (route?.path === undefined || route.id === 'root') return [];
    const { query } = (route.module.handle ?? {}) as RouteHandle;
    return [query ? { path: route.path, query } : { path: route.path }];
  });
}
