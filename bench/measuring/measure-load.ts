import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { percentile } from './statistics.ts';

const run = promisify(execFile);

/** The results of a load test. */
export interface LoadFigures {
  requestsPerSecond: number;
  /** The 99th percentile of response times in milliseconds. */
  p99: number;
  /** Responses other than 200, and failed connections. */
  failures: number;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
}

/** Sent with every request, like browsers. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** The load generator: `wrk` if installed, otherwise a child process. */
export async function findLoadTool(): Promise<'wrk' | 'node'> {
  try {
    await run('wrk', ['--version']);
    return 'wrk';
  } catch (error) {
    // wrk prints its version and exits with an error.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'node' : 'wrk';
  }
}

/** Loads one local address for a while. */
export async function measureLoad(tool: 'wrk' | 'node', url: string, options: LoadOptions): Promise<LoadFigures> {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`Load goes to this machine only, not to ${url}`);
  return tool === 'wrk' ? loadWithWrk(url, options) : loadWithNode(url, options);
}

async function loadWithWrk(url: string, { connections, seconds }: LoadOptions): Promise<LoadFigures> {
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-H',
    `Accept-Encoding: ${ACCEPT_ENCODING}`,
    url,
  ];
  const { stdout } = await run('wrk', args);
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const p99 = Number(amount) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ''] ?? Number.NaN);
  if (Number.isNaN(requestsPerSecond) || Number.isNaN(p99)) throw new Error(`wrk said something unknown:\n${stdout}`);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  return { requestsPerSecond, p99, failures: broken.map(Number).reduce((sum, count) => sum + count, refused) };
}

async function loadWithNode(url: string, { connections, seconds }: LoadOptions): Promise<LoadFigures> {
  const file = fileURLToPath(new URL('../children/generate-load.ts', import.meta.url));
  const child = fork(file, [url, String(connections), String(seconds), ACCEPT_ENCODING], { serialization: 'advanced' });
  const [{ times, failures }] = (await once(child, 'message')) as [{ times: number[]; failures: number }];
  return { requestsPerSecond: times.length / seconds, p99: percentile(times, 0.99), failures };
}
