import { pathToFileURL } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import type { AppSource } from './rendering/load-build.ts';
import type { LoadedApp } from './rendering/render-page.ts';
import { PROJECT_ROOT, startServer } from './start-server.ts';

/** The app straight from its sources: Vite serves the browser's modules and replaces them as they change. */
async function openSources(): Promise<AppSource> {
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({ root: PROJECT_ROOT, appType: 'custom', server: { middlewareMode: true } });
  // A server inside React Router's plugin would end the process by itself, before this one has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
  }
  const router = await importAsTheAppDoes(vite, 'react-router');
  return {
    mode: 'development',
    info: { id: 'development', timestamp: Date.now() },
    clientFolder: '',
    async load() {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build');
      return { build, createRequestHandler: router.createRequestHandler } as LoadedApp;
    },
    wrap: (next) => (incoming, outgoing) => vite.middlewares(incoming, outgoing, () => next(incoming, outgoing)),
    close: () => vite.close(),
  };
}

/** Vite picks a package's files for development, of which this process would not find the same copy by itself. */
async function importAsTheAppDoes(vite: ViteDevServer, name: string): Promise<{ [member: string]: unknown }> {
  const resolved = await vite.environments.ssr?.pluginContainer.resolveId(name);
  if (!resolved) throw new Error(`Vite does not find ${name}`);
  return import(pathToFileURL(resolved.id).href);
}

await startServer(process.env, openSources);
