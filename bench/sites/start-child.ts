import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A benchmark server in its own process. */
export interface RunningServer {
  origin: string;
  pid: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Environment variables. */
type Variables = { [name: string]: string };

/** A public origin for servers that are started again: pages contain it, and every start gets another port. */
export const ORIGIN = 'http://localhost:3000';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Timeout for a process to start and to stop, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Starts a module of `bench/children/` and waits until it is ready.
 * @param execArgv Node's own arguments @throws {Error} if it exits before
 */
export async function startChild(
  name: string,
  args: string[],
  variables: Variables = {},
  execArgv: string[] = process.execArgv,
): Promise<RunningServer> {
  const file = fileURLToPath(new URL(`../children/${name}.ts`, import.meta.url));
  const child = fork(file, args, {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...variables },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message: { kind?: string; port?: number }) => {
      if (message.kind === 'ready' && message.port !== undefined) resolve(message.port);
    });
    child.once('exit', (code) => reject(new Error(`bench/children/${name}.ts ended with ${code} before it was ready`)));
    setTimeout(() => reject(new Error(`bench/children/${name}.ts was not ready in time`)), PATIENCE).unref();
  });
  return running(child, port);
}

/**
 * Starts the product like an operator, and waits until `/readyz` succeeds.
 * @param options.onLog receives each entry of its log; without it, nothing is logged
 * @throws {Error} if it does not get ready
 */
export async function startProduct(
  dataFolder: string,
  { variables = {}, onLog }: { variables?: Variables; onLog?: (entry: { [name: string]: unknown }) => void } = {},
): Promise<RunningServer & { readyAfterMs: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...productArguments(), 'scripts/start.js'], {
    cwd: ROOT,
    stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', MEKI_DATA_DIR: dataFolder, MEKI_LOG: onLog ? 'json' : 'silent' },
      ...variables,
    },
  });
  if (child.stdout) createInterface(child.stdout).on('line', (line) => onLog?.(JSON.parse(line)));
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    if (performance.now() - startedAt > PATIENCE) throw new Error('npm start was not ready in time');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { ...running(child, port), readyAfterMs: performance.now() - startedAt };
}

/** Node's own arguments in `npm start`; npm itself is left out, as with a service manager. */
export function productArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [command, ...args] = scripts.start.replace(/^exec /, '').split(' ');
  if (command !== 'node' || args.pop() !== 'scripts/start.js') throw new Error(`npm start runs ${scripts.start}`);
  return args;
}

function running(child: ChildProcess, port: number): RunningServer {
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}
