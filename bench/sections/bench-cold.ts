import { Agent, get } from 'node:http';
import { ACCEPT_ENCODING, measureLoad } from '../measure-load.ts';
import { readSitemap } from '../read-sitemap.ts';
import type { Figure } from '../report.ts';
import { startProduct } from '../start-child.ts';
import { percentile } from '../statistics.ts';
import type { ThroughputOptions } from '../throughput-options.ts';

/** Requests at a time of a crawl. */
const AT_ONCE = 8;

/** Connections of visitors who search, and a word of the sample site. */
const SEARCHERS = 16;
const SEARCH = '/search?q=radiografia';

/** Milliseconds for the search to be built after a start. */
const START = 3_000;

/** Every page of the sitemap once after a start, and once more. */
export async function benchCold(dataFolder: string): Promise<Figure[]> {
  const server = await startProduct(dataFolder);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const paths = await readSitemap(server.origin);
    const cold = await crawl(server.origin, paths, agent);
    const second = await crawl(server.origin, paths, agent);
    return [
      {
        name: `first crawl of ${paths.length} pages, of the second`,
        value: second.seconds / cold.seconds,
        unit: 'ratio',
        budget: { atLeast: 0.5 },
      },
      { name: 'first crawl', value: paths.length / cold.seconds, unit: '1/s' },
      { name: 'first crawl, p99', value: percentile(cold.times, 0.99), unit: 'ms', budget: { atMost: 25 } },
    ];
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
