import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { FileSystemIconLoader } from 'unplugin-icons/loaders';
import icons from 'unplugin-icons/vite';
import { defineConfig } from 'vite';
import { compileIcon } from './scripts/compile-icon.ts';
import { serverBuild } from './scripts/server-build.ts';
import { createStartModules } from './scripts/start-modules.ts';

/** Combined into one chunk, which compresses to 6 kB less than the twenty that it would be split into. */
const startModules = createStartModules();

/** The common modules of accounts and the admin area. No public page uses them. */
const ADMIN = /\/app\/(?:account|offline|ui\/kit)\//;

/** Minimum number of uses for a module to be in the common chunk. */
const OFTEN = 3;

/** The views of fields, which the front page does not have, and of sections, which most pages do not have. */
const APART = /\/app\/site\/(?:fields|sections)\//;

/** Packages of the server that find files of their own, or that few sites need. */
const UNBUNDLED = ['@google-cloud/firestore', '@grpc/grpc-js', 'google-auth-library', 'nodemailer', 'pino-pretty'];

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    icons({
      compiler: { compiler: compileIcon, extension: '.js' },
      customCollections: { meki: FileSystemIconLoader('app/ui/icons') },
    }),
    reactRouter(),
    startModules.plugin,
    serverBuild(import.meta.dirname),
  ],
  resolve: {
    alias: {
      // Messages are compiled on the server, so that pages need no parser.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // Radix's dialogs lock scrolling without a style element, which the policy would refuse.
      'react-remove-scroll': join(import.meta.dirname, 'app/ui/kit/scroll-lock.tsx'),
    },
  },
  // The editor is one chunk of 0.8 MB, which only pages of the admin area load.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
  // A separate cache for a test of the first visit, so that it does not affect a developer's.
  ...(process.env.VITE_CACHE_DIR && { cacheDir: process.env.VITE_CACHE_DIR }),
  // Found before the first request: dependencies found later cause a page reload.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/**/*route.tsx', 'blocks/*.tsx', 'pages/*.tsx'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', test: (id: string) => !APART.test(id) && startModules.includes(id) },
                // The contact form and the kit share them: otherwise they would be in the chunk of the kit.
                { name: 'form-parts', test: /\/app\/(?:ui\/rendered-text|navigation\/use-answer)\.ts$/, priority: 1 },
                // Thirty files take a browser longer than one of the same size, cached or not.
                { name: 'admin', test: ADMIN, minShareCount: OFTEN },
                // Most pages of the admin area have some of the icons that pages share: twenty requests of the editor in one.
                {
                  name: 'admin-icons',
                  test: (id: string) => id.startsWith('~icons/') && !startModules.isPublic(id),
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
    // Node keeps a module's text in memory. Names are kept for the log.
    ssr: {
      // So that only that build of React is included.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        rolldownOptions: {
          output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  // The development server cannot load React's modules, which are not ECMAScript's.
  ssr: { noExternal: true, external: command === 'build' ? UNBUNDLED : ['react', 'react-dom', 'react-router'] },
}));
