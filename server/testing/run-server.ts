import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'start-fake-app.ts');

/** Compiled modules, which each process would otherwise compile anew: half of the processor time of a start. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** A temporary data folder for one test. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'meki-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server in its own process. */
export interface ServerProcess {
  child: ChildProcessWithoutNullStreams;
  output(): { stdout: string; stderr: string };
  /** Resolves with standard output once it contains the text. */
  says(text: string): Promise<string>;
  /** Resolves when its output is closed. */
  ended: Promise<number | null>;
  exited: Promise<number | null>;
}

/**
 * Starts the real server with an app of a few pages.
 * @param variables its `MEKI_DATA_DIR` and other overrides
 * @param shell a shell command that starts it, with the program in `$NODE` and its file in `$SCRIPT`
 */
export function runServer(variables: { [name: string]: string }, shell?: string): ServerProcess {
  const environment = { MEKI_SAMPLE: 'false', PORT: '0', MEKI_LOG: 'json', ...variables };
  const [command, args] = shell === undefined ? [process.execPath, [SCRIPT]] : ['sh', ['-c', shell]];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE: process.execPath, NODE_COMPILE_CACHE: COMPILED, SCRIPT, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    for (const look of waiting) look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve(stdout);
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`It ended without saying "${text}": ${stdout}${stderr}`)));
    });
  return { child, output: () => ({ stdout, stderr }), says, ended, exited };
}

/** Where the server says that it is, when it is ready. */
export async function addressOf(started: ServerProcess): Promise<string> {
  const line = (await started.says('"msg":"ready"')).split('\n').find((text) => text.includes('"msg":"ready"')) ?? '';
  return JSON.parse(line).address;
}

/** A port that is in use until `end` is called. */
export async function takePort(wanted = 0): Promise<{ port: number; end: () => void }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(wanted, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, end: () => server.close() };
}
