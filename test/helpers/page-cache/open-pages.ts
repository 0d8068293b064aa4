import { join } from 'node:path';
import { createFullTextIndex } from '#adapters/full-text/search-index.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import { prepareSiteConfig } from '#core/site/prepare-site-config.ts';
import { createSitePages } from '#server/page-cache/create-site-pages.ts';
import { findBuild } from '#server/rendering/load-build.ts';
import { createPageRenderer } from '#server/rendering/render-page.ts';
import { collections } from '#server/services/services.ts';
import { createFakeLog } from '#server/testing/fake-log.ts';
import given from '#site-config';
import { ROOT } from '../project-root.ts';
import { addressOf } from './page-addressing.ts';

/** The public pages of the production build over a store that bills reads, as a server has them, and nothing else that reads. */
export async function openPages(store: DocumentStore) {
  const { config: site } = prepareSiteConfig(given);
  const { load } = findBuild(join(ROOT, 'build'));
  const search = createFullTextIndex({ languages: site.locales });
  const renderer = createPageRenderer({
    loadApp: load,
    mode: 'production',
    services: { config: site, origin: 'http://localhost:3000', search, icon: () => undefined },
  });
  const pages = createSitePages({
    ...{ config: site, store, collections, log: createFakeLog(), stop: new AbortController().signal },
    ...{ renderPage: renderer.page, securityHeaders: [], visitedFile: undefined, remembersDocuments: true },
  });
  await pages.followed;
  return {
    /** Renders a page. */
    textOf: async (path: string) => (await renderer.page(path, pages.store)).body,
    /** Asks the page cache for a page. */
    load: (path: string) => pages.cache.load(addressOf(path, '')),
    close: pages.close,
  };
}
