import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildInfo } from '../api/builds.ts';
import { StartFailure } from '../process/start-failure.ts';
import { type AppBuild, type AppPart, appOf, type LoadedApp } from './render-page.ts';

/** The source of the app's code. */
export interface AppSource {
  mode: 'production' | 'development';
  info: BuildInfo;
  /** The folder of client files. */
  clientFolder: string;
  /** Loads the current code, at its first use. */
  load(part: AppPart): Promise<LoadedApp>;
  /** Handles requests specific to this source, and passes the others to `next`. */
  wrap?(next: RequestListener): RequestListener;
  close?(): Promise<void>;
}

/** The names of the files of the production build in which the server finds them. */
const ENTRIES: { [part in AppPart]: string } = { public: 'public.js', admin: 'index.js' };

/** Whether there is a complete production build in a folder. */
export function hasBuild(folder: string): boolean {
  return existsSync(join(folder, 'server', ENTRIES.admin)) && existsSync(join(folder, 'build.json'));
}

/** The production build on disk. @throws {StartFailure} if there is no complete one. */
export function findBuild(folder: string): AppSource {
  const entryOf = (part: AppPart) => join(folder, 'server', ENTRIES[part]);
  const infoFile = join(folder, 'build.json');
  if (!hasBuild(folder)) {
    throw new StartFailure(`There is no build in ${folder}. Make one with "npm run build", or use "npm start".`);
  }
  const loaded = new Map<AppPart, Promise<LoadedApp>>();
  return {
    mode: 'production',
    info: JSON.parse(readFileSync(infoFile, 'utf8')) as BuildInfo,
    clientFolder: join(folder, 'client'),
    load(part) {
      const app = loaded.get(part) ?? loadApp(entryOf(part));
      loaded.set(part, app);
      return app;
    },
  };
}

async function loadApp(entry: string): Promise<LoadedApp> {
  return appOf((await import(pathToFileURL(entry).href)) as AppBuild);
}
