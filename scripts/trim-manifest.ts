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
 * Takes out of React Router's manifest for browsers what each route's module imports, and what a route has not got: more
 * than half of what travels of it. The router reads the imports for preloads alone, of which documents have their own.
 * @throws Error when the manifest is written in another way, which a newer React Router may do
 */
export function trimManifest(code: string): string {
  const manifest = readManifest(code);
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, trimRoute(route)]);
  return `${START}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })}${END}`;
}

/** The files that the pages of the admin area are made of, each once. @throws as `trimManifest` */
export function adminFilesOf(code: string): string[] {
  const routes = Object.entries(readManifest(code).routes).filter(([id]) => id.startsWith('admin/'));
  return [...new Set(routes.flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css]))];
}

function trimRoute(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([name, value]) => name !== 'imports' && value !== false));
}

/**
 * Does so with the manifest among the built assets, and puts the files of the admin area beside it, which the pages of
 * that area ask for. @throws as `trimManifest`, and when there is none
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
