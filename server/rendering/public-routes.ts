import type { ServerBuild } from 'react-router';

/** The ids of routes of the admin area, which are the places of their files (`app/routes.ts`). */
const ADMIN_ROUTE = /^(?:account|admin)\//;

/**
 * The build with the routes of public pages alone. For each document, React Router compares the address with one route after the
 * other and creates the objects of all routes, four fifths of which are of the admin area.
 */
export function withPublicRoutes<Build extends ServerBuild>(build: Build): Build {
  return {
    ...build,
    routes: publicOf(build.routes),
    assets: { ...build.assets, routes: publicOf(build.assets?.routes) },
  };
}

function publicOf<Routes extends object>(routes: Routes | undefined): Routes {
  return Object.fromEntries(Object.entries(routes ?? {}).filter(([id]) => !ADMIN_ROUTE.test(id))) as Routes;
}
