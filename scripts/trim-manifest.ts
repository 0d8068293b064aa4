import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const START = 'window.__reactRouterManifest=';
const END = ';';

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

function trimRoute(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([name, value]) => name !== 'imports' && value !== false));
}

/**
 * Trims the manifest among the built assets, and writes the list of the admin area's files beside it, which pages of that area
 * request. @throws as `trimManifest`, and if there is none
 */
export function trimManifestIn(folder: string): void {
  const name = readdirSync(folder).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no manifest of routes');
  const file = join(folder, name);
  const code = readFileSync(file, 'utf8');
  const list = name.replace(/^manifest-(.*)\.js$/, 'admin-files-$1.json');
  writeFileSync(join(folder, list), JSON.stringify(adminFilesOf(code)));
  writeFileSync(file, trimManifest(code));
}
