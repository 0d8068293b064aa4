import { once } from 'node:events';
import { RouterContextProvider } from 'react-router';
import type { LoadedApp } from '../render-page.ts';
import { startServer } from '../start-server.ts';

/** The real server around an app of two pages; `/about` answers when the process is told to stop. */
const app = {
  build: { entry: { module: { createPageContext: () => new RouterContextProvider() } } },
  createRequestHandler: () => async (request: Request) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    if (new URL(request.url).pathname !== '/about') return new Response('<h1>Home</h1>', { headers });
    process.stdout.write('rendering\n');
    await once(process, 'SIGTERM');
    return new Response('<h1>About</h1>', { headers });
  },
} as unknown as LoadedApp;

await startServer(process.env, () => ({
  mode: 'production',
  info: { id: 'fake', timestamp: 0 },
  clientFolder: '',
  load: async () => app,
}));
