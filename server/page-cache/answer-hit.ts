import type { IncomingMessage, ServerResponse } from 'node:http';
import { millisecondsSince, requestSender } from '../http/client-address.ts';
import { pickRepresentation, sendRepresentation, type Variants } from '../http/representation.ts';
import type { StaticAssets } from '../http/static-assets.ts';
import type { Log } from '../log/log.ts';
import type { LanguageChooser } from '../middleware/choose-language.ts';
import type { CachedPage } from './cached-page.ts';
import type { PageCache } from './page-cache.ts';
import type { SearchPages } from './search-pages.ts';

export interface HitAnswererOptions {
  cache: Pick<PageCache, 'lookup' | 'share'>;
  searches: Pick<SearchPages, 'lookup'>;
  assets: StaticAssets;
  chooseLanguage: LanguageChooser;
  /** Whether a route rule changes the headers of responses at a path, which are then answered later. */
  hasOwnHeaders: (path: string) => boolean;
  /** Number of trusted proxies in front of the server. */
  trustedProxies?: number;
  log: Pick<Log, 'access'>;
}

/**
 * Answers cache hits before any framework runs.
 * @returns a function that returns whether it answered; if not, it did not touch the response.
 */
export function createHitAnswerer(options: HitAnswererOptions) {
  const { cache, searches, assets, chooseLanguage, hasOwnHeaders, trustedProxies = 0, log } = options;
  return function answerHit(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method, url } = incoming;
    if (url === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
    const start = performance.now();
    const page = cache.lookup(url) ?? searches.lookup(url);
    const asset = page ? undefined : assets.lookup(url);
    if (!page && !asset) return false;
    if (hasOwnHeaders(page?.address.pathname ?? url)) return false;
    const { headers } = incoming;
    const language = page && chooseLanguage(page.address, (name) => headers[name] as string | undefined);
    if (language?.redirectTo !== undefined) return false;
    const variants = asset ?? (page && readyVariants(page, headers['save-data']));
    if (!variants) return false;
    if (page && variants === page.full && language?.cookie === undefined) cache.share(page);
    const representation = pickRepresentation(variants, headers['accept-encoding'] as string | undefined);
    const status = sendRepresentation(outgoing, representation, {
      method,
      ifNoneMatch: headers['if-none-match'],
      setCookie: language?.cookie,
    });
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const hit = asset ? 'asset' : 'page';
    log.access({ method, path, status, ms: millisecondsSince(start), ...requestSender(incoming, trustedProxies), hit });
    return true;
  };
}

function readyVariants(page: CachedPage, saveData: string | string[] | undefined): Variants | undefined {
  return savesData(saveData) ? page.readyLite : page.full;
}

/** Whether a `Save-Data` header is on. */
export function savesData(header: string | string[] | undefined): boolean {
  return typeof header === 'string' && header.trim().toLowerCase() === 'on';
}
