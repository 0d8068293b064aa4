import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the server's build. All its files are in it, not in folders of their own. */
const BUILD = 'build/server';

/** React Router's module of all routes. */
const ALL_ROUTES = 'virtual:react-router/server-build';

/** The same with the modules of public pages alone. */
const PUBLIC_ROUTES = 'virtual:meki/public-build';

/**
 * Builds the server together with the pages, so that both share their modules: `start-server.js` beside `index.js`, which has all
 * pages, and `public.js`, which has the public ones, each with a fixed name. @param root the project's folder
 */
export function serverBuild(root: string): Plugin {
  return {
    name: 'meki:server-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    configEnvironment(name) {
      if (name !== 'ssr') return;
      const input = { index: ALL_ROUTES, public: PUBLIC_ROUTES, 'start-server': 'server/start-server.ts' };
      const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
      return { build: { rolldownOptions: { input, output } } };
    },
    resolveId: {
      filter: { id: new RegExp(`^${PUBLIC_ROUTES}$`) },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${PUBLIC_ROUTES}$`) },
      async handler() {
        const all = await this.resolve(ALL_ROUTES);
        const code = all && (await this.load({ id: all.id })).code;
        return withoutAdminModules(code ?? '');
      },
    },
    transform: {
      filter: { id: /\/(?:server|adapters)\/[^?]*\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => keepSourceUrl(code, relative(`${root}/${BUILD}`, id)),
    },
  };
}

/** Lets a module find the files beside its source from the build. @param path the source's, relative to the build */
export function keepSourceUrl(code: string, path: string): string {
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`);
}

/** An import of the module of a route of the admin area, in React Router's module of all routes. */
const ADMIN_MODULE = /\bimport \* as (\w+) from "[^"]*\/app\/(?:account|admin)\/[^"]*"/g;

/**
 * React Router's module of all routes without the modules of the admin area. Their routes stay, since the server leaves them out by
 * their ids (`server/rendering/render-page.ts`). @throws Error if there are none
 */
export function withoutAdminModules(code: string): string {
  const result = code.replace(ADMIN_MODULE, 'const $1 = {}');
  if (result === code)
    throw new Error('React Router imports no modules of the admin area in the form that is expected');
  return result;
}
