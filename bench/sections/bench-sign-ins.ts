import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type LoadFigures, measureLoad } from '../measuring/measure-load.ts';
import { median } from '../measuring/statistics.ts';
import type { ThroughputOptions } from '../measuring/throughput-options.ts';
import type { Figure } from '../reporting/report.ts';
import { keepSigningIn } from '../sites/keep-signing-in.ts';
import { type RunningServer, startChild } from '../sites/start-child.ts';

/** Below the limit of 250 queued hashes: see decisions/008. */
const IN_FLIGHT = 200;

/** Milliseconds until the first sign-ins have loaded their modules and the hash queue is filled. */
const UNDER_WAY = 1_000;

/** Connections that request pages meanwhile, as visitors do: an always busy server would measure the queue instead. */
const CONNECTIONS = 4;

interface Round {
  load: LoadFigures;
  /** The 99th percentile of event loop lag, in milliseconds. */
  lag: number;
}

/** A page, cached and rendered, while passwords are hashed, relative to the same page without sign-ins. */
export async function benchPagesBesideSignIns(
  dataFolder: string,
  path: string,
  options: ThroughputOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const mode of ['cached', 'uncached']) {
    const server = await startChild('serve-meki', [dataFolder, mode]);
    try {
      figures.push(...(await comparePage(server, mode, path, options)));
    } finally {
      await server.stop();
    }
  }
  return figures;
}

async function comparePage(
  server: RunningServer,
  mode: string,
  path: string,
  options: ThroughputOptions,
): Promise<Figure[]> {
  const url = server.origin + path;
  const quiet: Round[] = [];
  const busy: Round[] = [];
  const rates: number[] = [];
  let failures = 0;
  await measureLoad(options.tool, url, { connections: CONNECTIONS, seconds: 1 });
  for (let round = 0; round < options.rounds; round += 1) {
    quiet.push(await measureRound(server, url, options));
    const stop = keepSigningIn(server.origin, IN_FLIGHT);
    await wait(UNDER_WAY);
    busy.push(await measureRound(server, url, options));
    const signIns = await stop();
    rates.push(signIns.perSecond);
    failures += signIns.failures;
  }
  for (const { load } of [...quiet, ...busy]) failures += load.failures;
  const name = `${mode} item beside ${IN_FLIGHT} sign-ins`;
  const ratio = (read: (round: Round) => number) => median(busy.map(read)) / median(quiet.map(read));
  return [
    { name: `${name}, of without`, value: ratio(({ load }) => load.requestsPerSecond), unit: 'ratio' },
    { name: `${name}, p99 of without`, value: ratio(({ load }) => load.p99), unit: 'ratio' },
    { name: `${name}, event loop late (p99)`, value: median(busy.map(({ lag }) => lag)), unit: 'ms' },
    { name: `${mode} item, event loop late (p99)`, value: median(quiet.map(({ lag }) => lag)), unit: 'ms' },
    { name: `${name}, sign-ins`, value: median(rates), unit: '1/s' },
    { name: `${name}, requests that failed`, value: failures, unit: 'count', budget: { atMost: 0 } },
  ];
}

async function measureRound(server: RunningServer, url: string, options: ThroughputOptions): Promise<Round> {
  server.process.send({ kind: 'watch-lag' });
  const load = await measureLoad(options.tool, url, { connections: CONNECTIONS, seconds: options.seconds });
  const told = once(server.process, 'message');
  server.process.send({ kind: 'tell-lag' });
  const [{ p99 }] = (await told) as [{ p99: number }];
  return { load, lag: p99 };
}
