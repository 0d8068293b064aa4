import { Hono } from 'hono';
import type { DocumentReader } from '#core/documents/document-store.ts';
import { ISLANDS_PATH } from '#core/islands/island-address.ts';
import type { LocaleSet } from '#core/locales/locale.ts';
import { variantsResponse } from '../http/representation.ts';
import { CROSS_ORIGIN } from '../http/resource-policy.ts';
import type { RequestVariables } from '../middleware/access-log.ts';
import type { PageAddress } from '../page-cache/page-address.ts';
import type { PageCache, PageResult } from '../page-cache/page-cache.ts';
import type { RenderPage } from '../rendering/rendered-page.ts';
import type { PageAnswerer } from './answer-page.ts';

export interface IslandRoutesOptions {
  set: LocaleSet;
  render: RenderPage;
  store: DocumentReader;
  /** `undefined`: every island is rendered per request. */
  cache: Pick<PageCache, 'load'> | undefined;
  answer: PageAnswerer;
}

/** `/__nuxt_island/{Name_hash}.json?props=`: server-rendered fragments, cached with the pages. */
export function createIslandRoutes(options: IslandRoutesOptions): Hono<{ Variables: RequestVariables }> {
  const { set, render, store, cache, answer } = options;
  const app = new Hono<{ Variables: RequestVariables }>();

  async function load(address: PageAddress): Promise<PageResult> {
    return cache ? cache.load(address) : { kind: 'response', rendered: await render(address.key, store) };
  }

  app.get(`${ISLANDS_PATH}:file{[^/]+\\.json}`, async (context) => {
    try {
      const { pathname } = new URL(context.req.url);
      const result = await load(addressOf(set, pathname, context.req.query('props')));
      if (result.kind === 'page') return variantsResponse(context.req, result.page.full);
      const { status, headers, body } = result.rendered;
      headers.set('Cache-Control', 'no-cache');
      return new Response(body, { status, headers });
    } catch (failure) {
      const response = await answer(context, { failure });
      for (const [name, value] of Object.entries(CROSS_ORIGIN)) response.headers.set(name, value);
      return response;
    }
  });

  return app;
}

/** Other parameters than the props are dropped. */
function addressOf(set: LocaleSet, pathname: string, props: string | undefined): PageAddress {
  const search = props === undefined ? '' : `?props=${encodeURIComponent(props)}`;
  return {
    ...{ key: pathname + search, pathname, search },
    ...{ locale: set.defaultLocale, explicit: false, cacheable: true, isSearch: false },
    // It is no page, which the client would look up by its path.
    canonical: false,
  };
}
