import { Agent, get } from 'node:http';
import { ACCEPT_ENCODING, measureLoad } from '../measuring/measure-load.ts';
import { residentMegabytes, watchMemory } from '../measuring/memory.ts';
import { percentile } from '../measuring/statistics.ts';
import type { ThroughputOptions } from '../measuring/throughput-options.ts';
import type { Figure } from '../reporting/report.ts';
import { fillSite } from '../sites/fill-site.ts';
import { readSitemap } from '../sites/read-sitemap.ts';
import { ORIGIN, type RunningServer, startProduct } from '../sites/start-child.ts';

/** Requests at a time of a crawl. */
const AT_ONCE = 8;

/** Connections of visitors who search, and a word of the sample site. */
const SEARCHERS = 16;
const SEARCH = '/search?q=radiografia';

/** Milliseconds for the search to be built after a start. */
const START = 3_000;

/** Milliseconds until what was rendered is in the file of rendered pages, so that the server is not stopped while it is written. */
const KEPT = 5_000;

/** Milliseconds after the crawls and a search until the memory is measured. */
const REST = 10_000;

/**
 * Every page of the sitemap once when none was ever rendered, and once more; the memory, at most and after a while; and the same two
 * crawls after a restart.
 * @param dataFolder empty; it gets the sample site and generated items
 */
export async function benchCold(dataFolder: string, items: number): Promise<Figure[]> {
  // On an empty folder, the product begins with the sample site.
  await (await startProduct(dataFolder)).stop();
  await fillSite({ dataDir: dataFolder }, items);
  return [...(await benchRendering(dataFolder)), ...(await benchRestart(dataFolder))];
}

async function benchRendering(dataFolder: string): Promise<Figure[]> {
  return withProduct(dataFolder, async (server, paths, agent) => {
    const mostMemory = watchMemory(server.pid);
    const cold = await crawl(server.origin, paths, agent);
    const second = await crawl(server.origin, paths, agent);
    const about = `after ${paths.length} pages and a search`;
    for (let round = 0; round < paths.length; round += 1) await download(server.origin + SEARCH, agent);
    const most = mostMemory();
    await new Promise((resolve) => setTimeout(resolve, REST));
    const figures: Figure[] = [
      { name: `resident ${about}, at most`, value: most, unit: 'MB', budget: { atMost: 220 } },
      { name: `resident ${about}, ${REST / 1_000} s later`, value: residentMegabytes(server.pid), unit: 'MB' },
    ];
    const name = 'crawl of pages never rendered';
    return [
      { name: `${name}, of the second`, value: second.seconds / cold.seconds, unit: 'ratio' },
      { name, value: paths.length / cold.seconds, unit: '1/s' },
      { name: `${name}, p99`, value: percentile(cold.times, 0.99), unit: 'ms' },
      ...figures,
    ];
  });
}

async function benchRestart(dataFolder: string): Promise<Figure[]> {
  // The pages of the sitemap are rendered, of which a process before did not have to have all in memory.
  await withProduct(dataFolder, async ({ origin }, paths, agent) => {
    await crawl(origin, paths, agent);
    await new Promise((resolve) => setTimeout(resolve, KEPT));
  });
  return withProduct(dataFolder, async ({ origin }, paths, agent) => {
    const first = await crawl(origin, paths, agent);
    const second = await crawl(origin, paths, agent);
    const name = 'first crawl after a restart';
    return [
      {
        name: `${name}, ${paths.length} pages, of the second`,
        value: second.seconds / first.seconds,
        unit: 'ratio',
        budget: { atLeast: 0.5 },
      },
      { name, value: paths.length / first.seconds, unit: '1/s' },
      { name: `${name}, p99`, value: percentile(first.times, 0.99), unit: 'ms', budget: { atMost: 25 } },
    ];
  });
}

/** Starts the product for a measurement. */
async function withProduct<T>(
  dataFolder: string,
  measure: (server: RunningServer, paths: string[], agent: Agent) => Promise<T>,
): Promise<T> {
  const server = await startProduct(dataFolder, { variables: { MEKI_ORIGIN: ORIGIN } });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    return await measure(server, await readSitemap(server.origin), agent);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Many visitors search for the same word. */
export async function benchSearch(origin: string, { tool, seconds }: ThroughputOptions): Promise<Figure[]> {
  await new Promise((resolve) => setTimeout(resolve, START));
  await measureLoad(tool, origin + SEARCH, { connections: SEARCHERS, seconds: 1 });
  const { requestsPerSecond, p99, failures } = await measureLoad(tool, origin + SEARCH, {
    connections: SEARCHERS,
    seconds,
  });
  return [
    {
      name: `search for one word, ${SEARCHERS} connections`,
      value: requestsPerSecond,
      unit: '1/s',
      budget: { atLeast: 2_500 },
    },
    { name: 'search for one word, p99', value: p99, unit: 'ms', budget: { atMost: 25 } },
    { name: 'search for one word, requests that failed', value: failures, unit: 'count', budget: { atMost: 0 } },
  ];
}

async function crawl(origin: string, paths: string[], agent: Agent): Promise<{ seconds: number; times: number[] }> {
  const times: number[] = [];
  const line = paths.values();
  const startedAt = performance.now();
  const visit = async () => {
    for (const path of line) {
      const sentAt = performance.now();
      await download(origin + path, agent);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  return { seconds: (performance.now() - startedAt) / 1000, times };
}

function download(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': ACCEPT_ENCODING } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.on('error', reject).on('end', resolve).resume();
    }).on('error', reject);
  });
}
