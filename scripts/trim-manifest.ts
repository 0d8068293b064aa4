import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const START = 'window.__reactRouterManifest=';
const END = ';';

/**
 * Takes out of React Router's manifest for browsers what each route's module imports, and what a route has not got: more
 * than half of what travels of it. The router reads the imports for preloads alone, of which documents have their own.
 * @throws Error when the manifest is written in another way, which a newer React Router may do
 */
export function trimManifest(code: string): string {
  if (!code.startsWith(START) || !code.endsWith(END))
    throw new Error('The manifest of routes is written in another way');
  const manifest = JSON.parse(code.slice(START.length, -END.length)) as { routes: { [id: string]: object } };
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, trimRoute(route)]);
  return `${START}${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })}${END}`;
}

function trimRoute(route: object): object {
  return Object.fromEntries(Object.entries(route).filter(([name, value]) => name !== 'imports' && value !== false));
}

/** Does so with the manifest among the built assets. @throws as `trimManifest`, and when there is none */
export function trimManifestIn(folder: string): void {
  const name = readdirSync(folder).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no manifest of routes');
  const file = join(folder, name);
  writeFileSync(file, trimManifest(readFileSync(file, 'utf8')));
}
