import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const START = 'window.__reactRouterManifest=';
const END = ';';

/** The ids of routes of accounts and the admin area. */
const ADMIN = /^(?:account|admin)\//;

interface Manifest {
  routes: { [id: string]: { module: string; imports?: string[]; css?: string[] } };
}

function readManifest(code: string): Manifest {
  if (!code.startsWith(START) || !code.endsWith(END))
    throw new Error('The manifest of routes is written in another way');
  return JSON.parse(code.slice(START.length, -END.length)) as Manifest;
}

/**
 * Removes from React Router's client manifest the imports of each route's module and members that a route does not have: more
 * than half of its size. The router uses the imports only for preloads, which documents have already.
 * @throws Error if the manifest has another format, as a newer React Router may write
 */
export function trimManifest(code: string): string {
  const manifest = readManifest(code);
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, trimRoute(route)]);
  return `${START}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })}${END}`;
}

/** The distinct files of the admin area's pages. @throws as `trimManifest` */
export function adminFilesOf(code: string): string[] {
  const routes = Object.entries(readManifest(code).routes).filter(([id]) => id.startsWith('admin/'));
  return [...new Set(routes.flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css]))];
}

/**
 * A trimmed manifest without the routes of accounts and the admin area, four fifths of it: public pages load this one, and a link
 * from them into the admin area loads a document (`app/navigation/page-client-loader.ts`). @throws as `trimManifest`
 */
export function publicManifest(code: string): string {
  const manifest = readManifest(code);
  const routes = Object.entries(manifest.routes).filter(([id]) => !ADMIN.test(id));
  return `${START}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })}${END}`;
}

function trimRoute(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([name, value]) => name !== 'imports' && value !== false));
}

/**
 * Trims the manifest among the built assets, and writes beside it that of public pages, and the list of the admin area's files,
 * which pages of that area request. @throws as `trimManifest`, and if there is none
 */
export function trimManifestIn(folder: string): void {
  const name = readdirSync(folder).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no manifest of routes');
  const file = join(folder, name);
  const code = readFileSync(file, 'utf8');
  const list = name.replace(/^manifest-(.*)\.js$/, 'admin-files-$1.json');
  writeFileSync(join(folder, list), JSON.stringify(adminFilesOf(code)));
  const trimmed = trimManifest(code);
  writeFileSync(file, trimmed);
  writeFileSync(join(folder, `public-${name}`), publicManifest(trimmed));
}
