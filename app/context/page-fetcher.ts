import { matchRouteRules, type RouteRedirect } from '#core/site/route-rules.ts';
import type { SiteConfig } from '#core/site/site-config.ts';

/** Maximum concurrent preloads. Source: docs/seed-coverage.md §9. */
export const MAX_CONCURRENT_PRELOADS = 4;
/** Polling interval for new builds, in milliseconds. */
const BUILD_POLL_INTERVAL = 3_600_000;
/** Lifetime of a fetched payload, in milliseconds. */
const PAYLOAD_LIFETIME = 30_000;

/** The loaders' data of a page by route id. */
export type Payload = { [routeId: string]: unknown };

interface BuildManifest {
  id: string;
  /** The site's route rules. */
  matcher: SiteConfig['routeRules'];
  prerendered: string[];
}

/** Fetches the data of prerendered pages for client navigation, and preloads it if the network allows. */
export interface PageFetcher {
  /** The payload of a prerendered page; `undefined` for other pages, or if it cannot be fetched. */
  load(url: URL): Promise<Payload | undefined>;
  /** The target of a route rule's redirect, if any. */
  redirectOf(url: URL): Promise<RouteRedirect | undefined>;
  /**
   * Preloads a payload. Does nothing on a slow or metered network. @param options.isLikely whether the visitor points at a link to
   * the page, so that it comes before others; default true
   */
  preload(url: URL, options?: { isLikely?: boolean }): void;
  /** Notes the build that an instance of the server has told of. */
  noteBuild(told: string | null): void;
  /** Whether an instance of the server runs another build than this page's: its data may be of another form. */
  isOutdated(): boolean;
  /** Starts polling for new builds. */
  watchBuild(): void;
}

/** Whether the visitor saves data, or the network is 2g or slower. */
export function savesData(connection: { saveData?: boolean; effectiveType?: string } | undefined): boolean {
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
}

export interface PageFetcherOptions {
  /** The version of this page's client files. */
  version: string | undefined;
  fetch: (path: string) => Promise<Response>;
  now: () => number;
  connection: () => { saveData?: boolean; effectiveType?: string } | undefined;
}

/** @see PageFetcher */
export function createPageFetcher({ version, fetch, now, connection }: PageFetcherOptions): PageFetcher {
  const payloads = new Map<string, { at: number; payload: Promise<Payload | undefined> }>();
  const queue: URL[] = [];
  let active = 0;
  let build: Promise<BuildManifest | undefined> | undefined;
  let outdated = false;

  async function readJson<T>(path: string): Promise<T | undefined> {
    try {
      const response = await fetch(path);
      return response.ok ? ((await response.json()) as T) : undefined;
    } catch {
      return undefined;
    }
  }

  async function readBuild(): Promise<BuildManifest | undefined> {
    const latest = await readJson<{ id: string }>('/builds/latest.json');
    const manifest = latest && (await readJson<BuildManifest>(`/builds/meta/${latest.id}.json`));
    if (!manifest) {
      console.warn('The build manifest could not be fetched');
      return undefined;
    }
    return manifest;
  }

  function currentBuild(): Promise<BuildManifest | undefined> {
    build ??= readBuild();
    return build;
  }

  async function fetchPayload(url: URL): Promise<Payload | undefined> {
    const manifest = await currentBuild();
    if (!manifest?.prerendered.includes(url.pathname)) return undefined;
    return readJson<Payload>(`${url.pathname === '/' ? '' : url.pathname}/_payload.json${url.search}`);
  }

  function payloadOf(url: URL): Promise<Payload | undefined> {
    const key = url.pathname + url.search;
    const known = payloads.get(key);
    if (known && now() - known.at < PAYLOAD_LIFETIME) return known.payload;
    const payload = fetchPayload(url);
    payloads.set(key, { at: now(), payload });
    return payload;
  }

  function startNext(): void {
    if (active >= MAX_CONCURRENT_PRELOADS) return;
    const url = queue.shift();
    if (!url) return;
    active += 1;
    void payloadOf(url).finally(() => {
      active -= 1;
      startNext();
    });
  }

  return {
    load: payloadOf,
    async redirectOf(url) {
      const manifest = await currentBuild();
      return manifest && matchRouteRules(manifest.matcher, url.pathname).redirect;
    },
    preload(url, { isLikely = true } = {}) {
      if (savesData(connection())) return;
      if (isLikely) queue.unshift(url);
      else queue.push(url);
      startNext();
    },
    noteBuild(told) {
      outdated ||= told !== null && version !== undefined && told !== version;
    },
    isOutdated: () => outdated,
    watchBuild() {
      void currentBuild();
      setInterval(() => {
        build = readBuild();
      }, BUILD_POLL_INTERVAL);
    },
  };
}
