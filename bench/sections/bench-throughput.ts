import { capture, writeCapture } from '../measuring/capture.ts';
import { type LoadFigures, measureLoad } from '../measuring/measure-load.ts';
import { median } from '../measuring/statistics.ts';
import type { ThroughputOptions } from '../measuring/throughput-options.ts';
import type { Figure } from '../reporting/report.ts';
import { type RunningServer, startChild } from '../sites/start-child.ts';

/** A page of the server relative to plain `node:http` with the same bytes, alternating. */
async function compare(url: string, name: string, options: ThroughputOptions) {
  const { tool, rounds, folder } = options;
  const captured = await capture(url);
  if (captured.status !== 200) throw new Error(`${url} answered ${captured.status}`);
  const bare = await startChild('serve-bare', [writeCapture(folder, name, captured)]);
  const ours: LoadFigures[] = [];
  const theirs: LoadFigures[] = [];
  try {
    for (const target of [url, `${bare.origin}/`]) await measureLoad(tool, target, { ...options, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await measureLoad(tool, `${bare.origin}/`, options));
      ours.push(await measureLoad(tool, url, options));
    }
  } finally {
    await bare.stop();
  }
  const rate = median(ours.map((round) => round.requestsPerSecond));
  return {
    failures: ours.reduce((sum, round) => sum + round.failures, 0),
    rate,
    throughput: rate / median(theirs.map((round) => round.requestsPerSecond)),
    p99: median(ours.map((round) => round.p99)) / median(theirs.map((round) => round.p99)),
  };
}

/** Pages served from the page cache. */
export async function benchCachedPages(
  server: RunningServer,
  pages: { [name: string]: string },
  options: ThroughputOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) {
    const { rate, throughput, p99, failures } = await compare(server.origin + path, `cached-${name}`, options);
    figures.push(
      { name: `cached ${name}, of bare node:http`, value: throughput, unit: 'ratio', budget: { atLeast: 0.85 } },
      { name: `cached ${name}, p99 of bare`, value: p99, unit: 'ratio', budget: { atMost: 1.5 } },
      { name: `cached ${name}`, value: rate, unit: '1/s' },
      failed(`cached ${name}`, failures),
    );
  }
  return figures;
}

/** An item's page rendered and compressed for every request. */
export async function benchUncachedItem(
  dataFolder: string,
  path: string,
  options: ThroughputOptions,
): Promise<Figure[]> {
  const server = await startChild('serve-meki', [dataFolder, 'uncached']);
  try {
    const { rate, throughput, failures } = await compare(server.origin + path, 'uncached-item', options);
    return [
      { name: 'uncached item, of bare node:http', value: throughput, unit: 'ratio', budget: { atLeast: 0.03 } },
      { name: 'uncached item', value: rate, unit: '1/s' },
      failed('uncached item', failures),
    ];
  } finally {
    await server.stop();
  }
}

function failed(name: string, failures: number): Figure {
  return { name: `${name}, requests that failed`, value: failures, unit: 'count', budget: { atMost: 0 } };
}
