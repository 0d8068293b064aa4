import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localeSet } from '#site-config';
import { ROOT } from './start-site.ts';

interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  hasAction: boolean;
}

/** A page of the admin area, as the build knows it. */
export interface AdminRoute {
  /** Without a language prefix: `/admin/people`. Of a type: `/admin/items/studies`; of an item: of one that is not there. */
  path: string;
  /** Its addresses: without a prefix, and with each language's. */
  forms: string[];
  /** Of the route and those around it, by address. */
  ids: { [form: string]: string[] };
  hasAction: boolean;
}

/** Every page of the admin area that the build on disk can answer. @throws Error when there is none */
export function readAdminRoutes(): AdminRoute[] {
  const routes = readManifest();
  const found = new Map<string, AdminRoute>();
  for (const route of Object.values(routes)) {
    const chain = chainOf(routes, route);
    const address = `/${chain.flatMap(({ path }) => filled(path ?? '') || []).join('/')}`;
    const path = address.replace(prefix, '');
    if (route.path === undefined || !/^\/admin(\/|$)/.test(path)) continue;
    const page = found.get(path) ?? { path, forms: [], ids: {}, hasAction: route.hasAction };
    page.forms.push(address);
    page.ids[address] = chain.map(({ id }) => id);
    found.set(path, page);
  }
  if (found.size === 0) throw new Error('The build has no page of the admin area');
  return [...found.values()];
}

/** A route's path with something in the place of its parameters. */
function filled(path: string): string {
  return path.replace(':type', 'studies').replace(':id', 'nothing');
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
