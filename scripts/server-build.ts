import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the server's build. All its files are in it, not in folders of their own. */
const BUILD = 'build/server';

/**
 * Builds the server together with the pages, so that both share their modules: `start-server.js` beside `index.js`, each with a fixed
 * name. @param root the project's folder
 */
export function serverBuild(root: string): Plugin {
  return {
    name: 'meki:server-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    configEnvironment(name) {
      if (name !== 'ssr') return;
      const input = { index: 'virtual:react-router/server-build', 'start-server': 'server/start-server.ts' };
      const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
      return { build: { rolldownOptions: { input, output } } };
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
