import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../project-root.ts';
import { environment, findFreePort, isError } from './start-site.ts';

/** A server started by a command, of which only the outermost process is known. */
export interface LaunchedSite {
  origin: string;
  /** Logged errors and warnings so far, and what the commands printed that is no log, one line each. */
  readonly errors: string[];
  /** Exit code of the outermost process. */
  exitCode: Promise<number | null>;
  /** Sends a signal to the outermost process. */
  kill(signal: NodeJS.Signals): void;
  isListening(): Promise<boolean>;
  /** Whether the output contains a text, once it is closed. */
  said(text: string): Promise<boolean>;
  /** Opens a connection that never sends anything. */
  holdConnection(): Socket;
}

/** Milliseconds that a supervisor waits before SIGKILL. */
export const PATIENCE = 10_000;

interface LaunchOptions {
  prepare?: (dataDir: string) => Promise<void>;
  variables?: { [name: string]: string };
}

/**
 * Runs a command line in the project's folder and waits until its server is ready.
 * @param options.prepare fills the data folder before @param options.variables additional ones
 * @throws Error if it exits before
 */
export async function launchSite(
  command: string,
  { prepare, variables = {} }: LaunchOptions = {},
): Promise<LaunchedSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meki-launch-'));
  await prepare?.(dataDir);
  const port = await findFreePort();
  const own = { MEKI_DATA_DIR: dataDir, MEKI_LOG: 'json', MEKI_SAMPLE: 'false', PORT: String(port) };
  const env = environment({ ...own, ...variables });
  // In development, NODE_ENV and npm's variables are not set.
  for (const name of Object.keys(env)) if (name === 'NODE_ENV' || name.startsWith('npm_')) delete env[name];
  const [program = '', ...args] = command.split(' ');
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) ready.resolve();
    });
  }
  const closed = once(child, 'close');
  const exitCode = once(child, 'exit').then(([code]) => code as number | null);
  // At once, as the test process may end right after.
  child.once('close', () => rmSync(dataDir, { recursive: true, force: true }));
  void exitCode.then(() => ready.reject(new Error(`${command} ended:\n${lines.join('\n')}`)));
  await ready.promise;
  return {
    origin: `http://localhost:${port}`,
    get errors() {
      return lines.filter(isError);
    },
    exitCode,
    kill: (signal) => void child.kill(signal),
    isListening() {
      const socket = connect(port, '127.0.0.1');
      return new Promise((resolve) => {
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      }).finally(() => socket.destroy()) as Promise<boolean>;
    },
    async said(text) {
      await closed;
      return lines.some((line) => line.includes(text));
    },
    holdConnection: () => connect(port, '127.0.0.1').on('error', () => {}),
  };
}
