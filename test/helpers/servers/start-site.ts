import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../project-root.ts';

/** The project's own Node. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

/** A server with its own data folder, with the sample site unless its variables disable it. */
export interface RunningSite {
  origin: string;
  dataDir: string;
  /** Logged errors, one line each. */
  errors: string[];
  /** Runs `meki` on the same data. @returns its output @throws Error with its output if it fails. */
  meki(...args: string[]): Promise<string>;
  /** Restarts the server at the same address, on the same folder. */
  restart(): Promise<void>;
  /** Kills the server without a chance to clean up. `restart` starts it again. */
  kill(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * @param own additional variables
 * @param prepare fills the folder before the server starts
 * @param program that starts it; default: production
 * @param root the folder of the project
 * @throws Error with the server's output if it exits before it is ready
 */
export async function startSite(
  own: { [name: string]: string } = {},
  prepare?: (dataDir: string) => Promise<void>,
  program = 'scripts/start.js',
  root = ROOT,
): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-e2e-'));
  await prepare?.(dataDir);
  const lines: string[] = [];
  const envOf = (port: number) => environment({ MEKI_DATA_DIR: dataDir, MEKI_LOG: 'json', PORT: String(port), ...own });
  const begun = await onFreePort((port) => {
    lines.length = 0;
    return startServer(program, envOf(port), lines, root);
  });
  const { port } = begun;
  const env = envOf(port);
  let server = begun.started;

  return {
    origin: `http://localhost:${port}`,
    dataDir,
    get errors() {
      return lines.filter(isError);
    },
    meki: (...args) => run(['cli/main.ts', ...args], environment({ ...own, MEKI_DATA_DIR: dataDir }), root),
    async restart() {
      await server.end();
      server = await startServer(program, env, lines, root);
    },
    kill: () => server.end('SIGKILL'),
    async stop() {
      await server.end();
      await removeFolder(dataDir);
    },
  };
}

async function startServer(
  program: string,
  env: NodeJS.ProcessEnv,
  lines: string[],
  root: string,
): Promise<{ end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void> }> {
  const server = spawn(NODE, [program], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  const ready = Promise.withResolvers<void>();
  for (const stream of [server.stdout, server.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) ready.resolve();
    });
  }
  void ended.then(([code]) => ready.reject(new Error(`The server ended with ${code}:\n${lines.join('\n')}`)));
  await ready.promise;
  return {
    async end(signal = 'SIGTERM') {
      server.kill(signal);
      await ended;
    },
  };
}

/** Removes a data folder, to which a picture process may still write for a moment. */
export async function removeFolder(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

/** Whether a log line is a warning or an error. */
export function isError(line: string): boolean {
  return !/"level":"(info|debug|trace)"/.test(line);
}

/** The environment without Meki's variables, for a production server. */
export function environment(own: { [name: string]: string }): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MEKI_') && name !== 'HOST');
  return { ...Object.fromEntries(others), NODE_ENV: 'production', ...own };
}

/** Runs a program of the project on its own Node. @returns its standard output */
export async function run(args: string[], env: NodeJS.ProcessEnv = process.env, root = ROOT): Promise<string> {
  const child = spawn(NODE, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`);
  return printed;
}

/** Starts a server on a free port, and retries with another if the port is taken meanwhile. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<{ port: number; started: T }> {
  for (let tries = 1; ; tries++) {
    const port = await findFreePort();
    try {
      return { port, started: await start(port) };
    } catch (error) {
      if (tries === PORT_TRIES || !`${error}`.includes(`Port ${port} is already in use`)) throw error;
    }
  }
}

const PORT_TRIES = 5;

/**
 * Above the ports that browsers refuse (the Fetch Standard, "bad port"), and below those that Linux gives to connections and to
 * servers that ask for port 0 (`ip_local_port_range`): while a server restarts, no other process is given its port.
 */
const PORTS = { from: 11_000, below: 32_000 };

/** A free local port. */
export async function findFreePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(PORTS.from, PORTS.below);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch (error) {
      if (tries === PORT_TRIES || !`${error}`.includes('EADDRINUSE')) throw error;
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
