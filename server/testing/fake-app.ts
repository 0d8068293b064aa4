import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { RouterContextProvider } from 'react-router';
import type { AppSource } from '../rendering/load-build.ts';
import type { LoadedApp } from '../rendering/render-page.ts';

/** What the server uses of the code of a build. */
const module: Partial<LoadedApp['build']['entry']['module']> = {
  createPageContext: () => new RouterContextProvider(),
  withDataInDocument: (build) => build,
};
const build: Partial<LoadedApp['build']> = {
  entry: { module: module as LoadedApp['build']['entry']['module'] },
  routes: {},
};

/**
 * An app of a few pages. `/about` answers when the process is stopping, `/en/about` causes an uncaught
 * error, and `/es/about` keeps a thread of the process busy for minutes.
 */
const app: LoadedApp = {
  build: build as LoadedApp['build'],
  createRequestHandler: () => async (request: Request) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    const { pathname } = new URL(request.url);
    if (pathname === '/en/about') setImmediate(failUncaught);
    if (pathname === '/es/about') pbkdf2('', '', 2 ** 31 - 1, 64, 'sha512', () => {});
    if (pathname !== '/about') return new Response('<h1>Home</h1>', { headers });
    process.stdout.write('rendering\n');
    await once(process, 'SIGTERM');
    return new Response('<h1>About</h1>', { headers });
  },
};

function failUncaught(): never {
  throw new Error('A listener failed', { cause: new Error('the disk is gone') });
}

/** The app as a build that is loaded. */
export const fakeSource = (): AppSource => ({
  mode: 'production',
  info: { id: 'fake', timestamp: 0 },
  clientFolder: '',
  load: async () => app,
});
