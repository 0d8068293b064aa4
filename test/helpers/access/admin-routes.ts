import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localeSet } from '#site-config';
import { ROOT } from '../project-root.ts';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  hasAction: boolean;
}

/** The item on the site of `startTeam`. */
export const TEAM_ITEM = { type: 'articles', id: 'team-item' } as const;

/** A page of the admin area in the build. */
export interface AdminRoute {
  /** The route's path without a language prefix: `/admin/people`, `/admin/items/:type/:id`. */
  path: string;
  /** Its addresses, without prefix and with each language's; item routes use the team's item. */
  forms: string[];
  /** Route ids of the route and its parents, by address. */
  ids: { [form: string]: string[] };
  hasAction: boolean;
}

/** All pages of the admin area in the build on disk. @throws Error if there is none */
export function readAdminRoutes(): AdminRoute[] {
  const routes = readManifest();
  const found = new Map<string, AdminRoute>();
  for (const route of Object.values(routes)) {
    const chain = chainOf(routes, route);
    const pattern = `/${chain.flatMap(({ path }) => path || []).join('/')}`;
    const path = pattern.replace(prefix, '');
    const address = pattern.replace(':type', TEAM_ITEM.type).replace(':id', TEAM_ITEM.id);
    if (route.path === undefined || !/^\/admin(\/|$)/.test(path)) continue;
    const page = found.get(path) ?? { path, forms: [], ids: {}, hasAction: route.hasAction };
    page.forms.push(address);
    page.ids[address] = chain.map(({ id }) => id);
    found.set(path, page);
  }
  if (found.size === 0) throw new Error('The build has no page of the admin area');
  return [...found.values()];
}

const prefix = new RegExp(`^/(${localeSet.locales.map(({ code }) => code).join('|')})(?=/)`);

function chainOf(routes: { [id: string]: ManifestRoute }, route: ManifestRoute): ManifestRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(parent ? chainOf(routes, parent) : []), route];
}

function readManifest(): { [id: string]: ManifestRoute } {
  const folder = join(ROOT, 'build/client/assets');
  const name = readdirSync(folder).find((file) => /^manifest-.+\.js$/.test(file));
  if (!name) throw new Error('The build has no manifest of its routes');
  const script = readFileSync(join(folder, name), 'utf8');
  const { routes } = JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
  return routes;
}
