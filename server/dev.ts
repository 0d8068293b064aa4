import { once } from 'node:events';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { createServer } from 'vite';
import site from '#site-config';
import { judgeSite, waitForViews } from './judge-site.ts';
import type { AppSource } from './rendering/load-build.ts';
import { type AppBuild, appOf } from './rendering/render-page.ts';
import { PROJECT_ROOT, startServer } from './start-server.ts';

/** The app from its sources: Vite serves browser modules and hot-reloads them. */
async function openSources(): Promise<AppSource> {
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({
    root: PROJECT_ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: await findFreePort() } },
  });
  // React Router's plugin adds a handler that would end the process before this server has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
  }
  return {
    mode: 'development',
    info: { id: 'development', timestamp: Date.now() },
    clientFolder: '',
    async load() {
      return appOf((await vite.ssrLoadModule('virtual:react-router/server-build')) as AppBuild);
    },
    wrap: (next) => (incoming, outgoing) => vite.middlewares(incoming, outgoing, () => next(incoming, outgoing)),
    close: () => vite.close(),
  };
}

/** For the connection that hot-reloads modules: Vite's default port can serve one project only. */
async function findFreePort(): Promise<number> {
  const probe = createProbe().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
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
