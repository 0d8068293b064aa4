import { pathToFileURL } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import site from '#site-config';
import { judgeSite } from './judge-site.ts';
import { waitForViews } from './missing-views.ts';
import type { AppSource } from './rendering/load-build.ts';
import type { LoadedApp } from './rendering/render-page.ts';
import { PROJECT_ROOT, startServer } from './start-server.ts';

/** The app from its sources: Vite serves browser modules and hot-reloads them. */
async function openSources(): Promise<AppSource> {
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({ root: PROJECT_ROOT, appType: 'custom', server: { middlewareMode: true } });
  // React Router's plugin adds a handler that would end the process before this server has stopped.
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

/** Vite resolves a package's development build; importing it directly would load a second copy. */
async function importAsTheAppDoes(vite: ViteDevServer, name: string): Promise<{ [member: string]: unknown }> {
  const resolved = await vite.environments.ssr?.pluginContainer.resolveId(name);
  if (!resolved) throw new Error(`Vite does not find ${name}`);
  return import(pathToFileURL(resolved.id).href);
}

/** Names the views that the configuration lacks, and waits for them: without a page's, Vite does not start. */
async function waitForOwnViews(): Promise<void> {
  const { problems } = await judgeSite(PROJECT_ROOT, async () => ({ default: site }));
  // The start tells them and ends.
  if (problems.length > 0) return;
  await waitForViews(PROJECT_ROOT, site, (lines) =>
    process.stderr.write(`${lines.join('\n')}\nThe site starts once that is there.\n`),
  );
}

await waitForOwnViews();
await startServer(process.env, openSources);
