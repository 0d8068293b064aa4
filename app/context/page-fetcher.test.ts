import { describe, expect, it, vi } from 'vitest';
import type { SiteConfig } from '#core/site/site-config.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { watchAnswers } from '../navigation/foreign-build.ts';
import { createPageFetcher, MAX_CONCURRENT_PRELOADS, type PageFetcherOptions, savesData } from './page-fetcher.ts';

const at = (path: string) => new URL(path, 'https://site.example');

function createServer(prerendered: string[], matcher: SiteConfig['routeRules'] = {}) {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const server = {
    asked,
    buildId: 'one',
    hold: false,
    down: false,
    release: () => held.shift()?.(),
    async fetch(path: string): Promise<Response> {
      asked.push(path);
      if (server.down) throw new TypeError('Failed to fetch');
      const headers = { 'X-Meki-Build': server.buildId };
      if (path === '/builds/latest.json') return Response.json({ id: server.buildId }, { headers });
      if (path.startsWith('/builds/meta/')) {
        return Response.json({ id: server.buildId, matcher, prerendered }, { headers });
      }
      if (server.hold) await new Promise<void>((resolve) => held.push(resolve));
      return Response.json({ root: 'frame', page: path }, { headers });
    },
  };
  return server;
}

function fetcherOf(server: ReturnType<typeof createServer>, options: Partial<PageFetcherOptions> = {}) {
  const page = { fetch: server.fetch as typeof fetch };
  const pages = createPageFetcher({
    version: 'one',
    fetch: (path) => page.fetch(path),
    now: () => 0,
    connection: () => undefined,
    ...options,
  });
  watchAnswers(page, pages.noteBuild);
  return pages;
}

const payloadsRequestedFrom = ({ asked }: { asked: string[] }) =>
  asked.filter((path) => path.includes('_payload.json'));

describe('the page fetcher', () => {
  it('gets the payload of a prerendered page, with the query that it depends on', async () => {
    const server = createServer(['/', '/estudios']);
    const pages = fetcherOf(server);
    expect(await pages.load(at('/estudios?tag=mri'))).toEqual({
      root: 'frame',
      page: '/estudios/_payload.json?tag=mri',
    });
    expect(await pages.load(at('/'))).toEqual({ root: 'frame', page: '/_payload.json' });
  });

  it('leaves a page that is not prerendered to the router', async () => {
    const server = createServer(['/estudios']);
    expect(await fetcherOf(server).load(at('/search?q=x'))).toBeUndefined();
    expect(payloadsRequestedFrom(server)).toEqual([]);
  });

  it('leaves the page to the router when the network fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const server = createServer(['/estudios']);
    server.down = true;
    expect(await fetcherOf(server).load(at('/estudios'))).toBeUndefined();
    expect(warn).toHaveBeenCalledExactlyOnceWith('The build manifest could not be fetched');
  });

  it('asks for a payload once, however often it is preloaded, until it is too old', async () => {
    const server = createServer(['/faq']);
    let now = 0;
    const pages = fetcherOf(server, { now: () => now });
    pages.preload(at('/faq'));
    await pages.load(at('/faq'));
    await pages.load(at('/faq'));
    expect(payloadsRequestedFrom(server)).toHaveLength(1);
    now = 30_000;
    await pages.load(at('/faq'));
    expect(payloadsRequestedFrom(server)).toHaveLength(2);
  });

  it('preloads at most four pages at once', async () => {
    const paths = ['/a', '/b', '/c', '/d', '/e', '/f'];
    const server = createServer(paths);
    server.hold = true;
    const pages = fetcherOf(server);
    for (const path of paths) pages.preload(at(path));
    await eventually(() => expect(payloadsRequestedFrom(server)).toHaveLength(MAX_CONCURRENT_PRELOADS));
    server.release();
    await eventually(() => expect(payloadsRequestedFrom(server)).toHaveLength(MAX_CONCURRENT_PRELOADS + 1));
  });

  it('preloads what somebody points at before what is only in view', async () => {
    const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
    const server = createServer(paths);
    server.hold = true;
    const pages = fetcherOf(server);
    for (const path of paths.slice(0, 6)) pages.preload(at(path), { isLikely: false });
    pages.preload(at('/g'));
    await eventually(() => expect(payloadsRequestedFrom(server)).toHaveLength(MAX_CONCURRENT_PRELOADS));
    for (let released = 1; released <= 3; released++) {
      server.release();
      await eventually(() => expect(payloadsRequestedFrom(server)).toHaveLength(MAX_CONCURRENT_PRELOADS + released));
    }
    const order = payloadsRequestedFrom(server).map((path) => path[1]);
    expect(order.slice(4)).toEqual(['g', 'e', 'f']);
  });

  it('preloads nothing where the visitor saves data or the network is slow', async () => {
    const server = createServer(['/faq']);
    fetcherOf(server, { connection: () => ({ saveData: true }) }).preload(at('/faq'));
    fetcherOf(server, { connection: () => ({ effectiveType: 'slow-2g' }) }).preload(at('/faq'));
    expect(server.asked).toEqual([]);
    expect(savesData({ effectiveType: '4g' })).toBe(false);
  });

  it('knows where the route rules of the build lead', async () => {
    const server = createServer([], {
      '/old/**': { redirect: '/new/**' },
      '/shop': { redirect: 'https://shop.example' },
    });
    const pages = fetcherOf(server);
    expect(await pages.redirectOf(at('/old/a'))).toMatchObject({ to: '/new/a', external: false });
    expect(await pages.redirectOf(at('/shop'))).toMatchObject({ to: 'https://shop.example', external: true });
    expect(await pages.redirectOf(at('/faq'))).toBeUndefined();
  });

  it('notices a payload of an instance that runs another build, also at first', async () => {
    const server = createServer(['/faq']);
    const pages = fetcherOf(server);
    server.buildId = 'two';
    await pages.load(at('/faq'));
    expect(pages.isOutdated()).toBe(true);
  });

  it('notices that the server runs another build', async () => {
    vi.useFakeTimers();
    try {
      const server = createServer(['/faq']);
      const pages = fetcherOf(server);
      pages.watchBuild();
      await pages.load(at('/faq'));
      expect(pages.isOutdated()).toBe(false);
      server.buildId = 'two';
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(pages.isOutdated()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
