import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildInfo } from '../api/builds.ts';
import { StartFailure } from '../process/start-failure.ts';
import type { AppBuild, LoadedApp } from './render-page.ts';

/** Where the app's code comes from. */
export interface AppSource {
  mode: 'production' | 'development';
  info: BuildInfo;
  /** The folder of the files for browsers. */
  clientFolder: string;
  /** The code as it is now. */
  load(): Promise<LoadedApp>;
  /** Answers what only this source can, and leaves the rest to `next`. */
  wrap?(next: RequestListener): RequestListener;
  close?(): Promise<void>;
}

/** The production build on disk. @throws {StartFailure} when there is no complete one in the folder. */
export function findBuild(folder: string): AppSource {
  const entry = join(folder, 'server', 'index.js');
  const infoFile = join(folder, 'build.json');
  if (!existsSync(entry) || !existsSync(infoFile)) {
    throw new StartFailure(`There is no build in ${folder}. Make one with "npm run build", or use "npm start".`);
  }
  let app: Promise<LoadedApp> | undefined;
  return {
    mode: 'production',
    info: JSON.parse(readFileSync(infoFile, 'utf8')) as BuildInfo,
    clientFolder: join(folder, 'client'),
    load() {
      app ??= loadApp(entry);
      return app;
    },
  };
}

async function loadApp(entry: string): Promise<LoadedApp> {
  // React picks its slow development files unless it is told otherwise before it is loaded.
  process.env.NODE_ENV ??= 'production';
  const [build, { createRequestHandler }] = await Promise.all([
    import(pathToFileURL(entry).href) as Promise<AppBuild>,
    import('react-router'),
  ]);
  return { build, createRequestHandler };
}
