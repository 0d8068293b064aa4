import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture } from '../measuring/capture.ts';
import { median } from '../measuring/statistics.ts';
import { untilIdle } from '../measuring/until-idle.ts';
import type { Figure } from '../reporting/report.ts';
import { fillSite, LAST_WORD } from '../sites/fill-site.ts';
import { type RunningServer, startChild } from '../sites/start-child.ts';
import { waitForSearch } from '../sites/wait-for-search.ts';
import { benchAdmin } from './bench-admin.ts';

/** Requests per page and site. */
const REQUESTS = 60;

/** Words that few generated items contain. */
const SEARCHES = [LAST_WORD, 'estudio 17', 'estudio 23 17'];

/** A word in every item: the slowest search. */
const COMMON_SEARCH = 'estudio';

/** The same generated site with few and with many items: a ratio above 1 shows what grows with the number of items. */
export async function benchScale(folder: string, many: number, few = 200): Promise<Figure[]> {
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  for (const path of [small, large]) mkdirSync(path);
  await fillSite({ dataDir: small }, few);
  const importRate = await fillSite({ dataDir: large }, many);
  return [
    { name: `importing ${many} items`, value: importRate, unit: '1/s' },
    ...(await measureScale({ small, large }, { many, few })),
  ];
}

/** `benchScale` on folders that have these items. */
async function measureScale(
  { small, large }: { small: string; large: string },
  { many, few }: { many: number; few: number },
): Promise<Figure[]> {
  const servers: RunningServer[] = [];
  try {
    const smallServer = await startChild('serve-meki', [small, 'uncached']);
    servers.push(smallServer);
    const startedAt = performance.now();
    const largeServer = await startChild('serve-meki', [large, 'uncached']);
    servers.push(largeServer);
    await waitForSearch(smallServer);
    await waitForSearch(largeServer);
    const searchReady = performance.now() - startedAt;
    for (const { pid } of servers) await untilIdle(pid);
    const figures: Figure[] = [{ name: `search complete with ${many} items after`, value: searchReady, unit: 'ms' }];
    const pages = {
      listing: ['/articulos', '/articulos?page=2'],
      item: [await firstItem(smallServer)],
      search: SEARCHES.map(searchPath),
      'search for what all hold': [searchPath(COMMON_SEARCH)],
    };
    for (const [name, paths] of Object.entries(pages)) {
      const largePaths = name === 'item' ? [await firstItem(largeServer)] : paths;
      const times = await timeInTurns([smallServer, paths], [largeServer, largePaths]);
      figures.push(
        {
          name: `uncached ${name}, ${many} items against ${few}`,
          value: times.large / times.small,
          unit: 'ratio',
          budget: { atMost: 1.3 },
        },
        { name: `uncached ${name}, ${many} items`, value: times.large, unit: 'ms' },
      );
    }
    for (const server of servers) await server.stop();
    return [...figures, ...(await benchAdmin({ small, large }, { many, few }))];
  } finally {
    for (const server of servers) await server.stop();
  }
}

function searchPath(words: string): string {
  return `/search?q=${encodeURIComponent(words)}`;
}

async function timeInTurns(...sites: [RunningServer, string[]][]): Promise<{ small: number; large: number }> {
  const times = sites.map((): number[] => []);
  for (let request = -5; request < REQUESTS; request += 1) {
    for (const [which, [server, paths]] of sites.entries()) {
      const startedAt = performance.now();
      const { status } = await capture(server.origin + paths[Math.abs(request) % paths.length]);
      const took = performance.now() - startedAt;
      if (status !== 200) throw new Error(`${paths[0]} answered ${status}`);
      if (request >= 0) times[which]?.push(took);
    }
  }
  const [small = [], large = []] = times;
  return { small: median(small), large: median(large) };
}

async function firstItem({ origin }: RunningServer): Promise<string> {
  const { body } = await capture(`${origin}/articulos`, 'identity');
  const path = /href="(\/articulos\/[^"?#]+)"/.exec(body.toString())?.[1];
  if (path === undefined) throw new Error('The listing links to no item');
  return path;
}
