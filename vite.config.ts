import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { FileSystemIconLoader } from 'unplugin-icons/loaders';
import icons from 'unplugin-icons/vite';
import { defineConfig } from 'vite';

/** Turns an icon's SVG into the same data that the server's icon source gives: inner markup and box. */
function compileIcon(svg: string): string {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const body = svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `export default ${JSON.stringify({ body, width: Number(width), height: Number(height) })}`;
}

/** What every public page starts with: React, the router and the messages, the frame, and what most pages show. */
const START = [
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|use-intl|@formatjs)\//,
  /\/app\/(?:error-screen|i18n|navigation|layouts\/site-frame|site\/(?:cards|page-head|rich-text))\//,
  /\/app\/layouts\/(?:layouts|route-handle|content-layout|default-layout)\.tsx?$/,
  /\/app\/ui\/[^/]+\.tsx?$/,
  /\/core\/(?:locales|site)\//,
  /icons\/lucide\/(?:arrow-right|chevron-down|link|menu|phone|search)/,
];

/** One file of it compresses to 6 kB less than the twenty that it would otherwise be split into. */
function startsPages(module: string): boolean {
  return START.some((part) => part.test(module));
}

/** What most pages of accounts and of the admin area are made of, with what that imports. No public page uses it. */
const ADMIN = /\/app\/(?:account|offline|ui\/kit)\//;

/** In how many places something of it is used, so that it comes with each of them. */
const OFTEN = 3;

export default defineConfig({
  plugins: [
    tailwindcss(),
    icons({
      compiler: { compiler: compileIcon, extension: '.js' },
      customCollections: { meki: FileSystemIconLoader('app/ui/icons') },
    }),
    reactRouter(),
  ],
  resolve: {
    alias: {
      // Messages are compiled on the server, so that no page carries a parser for them.
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // Radix's dialogs keep the page from scrolling without a style element, which the policy would refuse.
      'react-remove-scroll': join(import.meta.dirname, 'app/ui/kit/scroll-lock.tsx'),
    },
  },
  build: { assetsInlineLimit: 0 },
  // A test's own, for a first visit beside whoever is developing.
  ...(process.env.VITE_CACHE_DIR && { cacheDir: process.env.VITE_CACHE_DIR }),
  // Found before the first page is asked for: one that is found later makes the browser load the page once more.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/**/*route.tsx'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', test: startsPages },
                // A browser takes longer over thirty files, kept or not, than over one as large.
                { name: 'admin', test: ADMIN, minShareCount: OFTEN },
              ],
            },
          },
        },
      },
    },
    // Node keeps a module's text as long as the module. Names stay, for the log.
    ssr: {
      build: {
        rolldownOptions: {
          output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } } },
        },
      },
    },
  },
  ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router'] },
});
