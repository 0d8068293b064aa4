/**
 * Uninvolved visitors in their own process: each repeatedly requests one kind of resource and records the waiting times. Run as
 * a child process with IPC: `{watch: {port, pid, control}}` starts, `{stop: true}` ends and is answered with a `Watch`.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMegabytes } from '../../../bench/measuring/memory.ts';
import { memoryOfChildren, readCpuTimes } from './process-state.ts';
import { sharedNow, type Visit, type VisitedThing, type Watch } from './visits.ts';

interface Order {
  watch?: { port: number; pid: number; controlPort: number };
  stop?: boolean;
}

/** Timeout of a visitor in milliseconds. */
const PATIENCE = 30_000;

const kept = new Agent({ keepAlive: true, maxSockets: 1 });
let visited = 0;

/**
 * Requested resources, and the pause after each response in milliseconds. Most visitors use new connections. The control asks most
 * often, so that it meets the stalls of the machine that visitors meet.
 */
const VISITORS: { what: VisitedThing; pause: number; path: () => string; agent: Agent | false }[] = [
  { what: 'kept page', pause: 40, path: () => '/en/faq', agent: false },
  { what: 'health', pause: 40, path: () => '/healthz', agent: kept },
  { what: 'uncached page', pause: 150, path: () => `/en/search?q=visitor+${visited++}`, agent: false },
  { what: 'control', pause: 20, path: () => '/', agent: false },
];

let watching: { watch: Watch; stop: AbortController; done: Promise<unknown> } | undefined;

function begin({ port, pid, controlPort }: NonNullable<Order['watch']>): void {
  const watch: Watch = { visits: [], cpu: [] };
  const stop = new AbortController();
  const tasks = VISITORS.map(async (visitor) => {
    while (!stop.signal.aborted) {
      watch.visits.push(await visit(visitor, visitor.what === 'control' ? controlPort : port));
      await pause(visitor.pause);
    }
  });
  watching = { watch, stop, done: Promise.all([...tasks, sampleCpu(pid, watch, stop.signal)]) };
}

async function end(): Promise<void> {
  if (!watching) throw new Error('Nobody watches');
  watching.stop.abort();
  await watching.done;
  process.send?.(watching.watch);
  watching = undefined;
}

function visit({ what, path, agent }: (typeof VISITORS)[number], port: number): Promise<Visit> {
  const start = sharedNow();
  return new Promise((resolve) => {
    const finish = (status: number) => resolve({ what, start, end: sharedNow(), status });
    const asked = request({ host: '127.0.0.1', port, path: path(), agent, timeout: PATIENCE }, (response) => {
      response.resume();
      response.on('end', () => finish(response.statusCode ?? 0));
      response.on('error', () => finish(0));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => finish(0));
    asked.end();
  });
}

/** Sampling interval of processor times in milliseconds. */
const CPU_INTERVAL = 20;

async function sampleCpu(pid: number, watch: Watch, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const times = readCpuTimes(pid);
    if (!times) return;
    watch.cpu.push({
      at: sharedNow(),
      ...times,
      rss: residentMegabytes(pid) ?? 0,
      children: memoryOfChildren(pid) / 1e6,
    });
    await pause(CPU_INTERVAL);
  }
}

process.on('message', ({ watch, stop }: Order) => {
  if (watch) begin(watch);
  if (stop) void end();
});
process.on('disconnect', () => process.exit(0));
