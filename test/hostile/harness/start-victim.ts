import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../helpers/project-root.ts';
import { environment } from '../../helpers/servers/start-site.ts';
import { type FiguresChannel, openFiguresChannel, type ProcessFigures } from './figures-channel.ts';
import { isAlive, memoryOfChildren } from './process-state.ts';
import { waitUntil } from './wait-until.ts';
import { commandOf, type WayToStart } from './ways-to-start.ts';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.js')).href;

/** Startup timeout in milliseconds. */
const START_PATIENCE = 60_000;

/** Milliseconds in which SIGTERM must end all started processes: the server's own limit of 9 s, and time for those in front of it. */
const STOP_LIMIT = 15_000;

export interface VictimOptions {
  dataDir: string;
  port: number;
  way?: WayToStart;
  /** Additional environment variables. */
  variables?: { [name: string]: string };
}

/** How a server ended after a signal. */
export interface Ending {
  /** Milliseconds from the signal until all processes have ended. */
  ms: number;
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The production server as a child process. */
export interface Victim {
  origin: string;
  port: number;
  /** The server's process id; npm and npx start it as a grandchild. */
  pid: number;
  /** The id of the started process, which a service manager knows and signals. */
  startedPid: number;
  /** Output lines other than the access log. */
  lines: string[];
  /** Whether all of its processes have ended. */
  readonly hasEnded: boolean;
  /** @throws Error if it has ended, or is too busy to answer */
  figures(): Promise<ProcessFigures>;
  /** Changes its clock by milliseconds, if started with `HOSTILE_CLOCK`. */
  setClock(milliseconds: number): Promise<void>;
  /** Closes its output pipes. */
  closeOutput(): void;
  /** Sends SIGTERM to the started process. @throws Error if a process is left after `STOP_LIMIT`, which is then killed */
  terminate(): Promise<Ending>;
  /** Kills the server. */
  kill(): Promise<void>;
}

/** @throws Error with its output if it exits before it is ready */
export async function startVictim({ dataDir, port, way = 'node', variables = {} }: VictimOptions): Promise<Victim> {
  const channel = await openFiguresChannel();
  const env = environment({
    MEKI_DATA_DIR: dataDir,
    MEKI_LOG: 'json',
    PORT: String(port),
    NODE_OPTIONS: `--import ${PRELOAD}`,
    HOSTILE_FIGURES: channel.path,
    ...variables,
  });
  const [program, ...args] = commandOf(way);
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let isReady = false;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      if (line.includes('"msg":"ready"')) isReady = true;
      if (!line.endsWith('"msg":"request"}')) lines.push(line);
    });
  }
  try {
    await waitUntil('the server is ready', () => isReady || child.exitCode !== null, START_PATIENCE);
    if (!isReady) throw new Error(`The server ended with ${child.exitCode}:\n${lines.join('\n')}`);
    return createVictim(child, { port, pid: await channel.pid(), lines, channel });
  } catch (error) {
    child.kill('SIGKILL');
    channel.close();
    throw error;
  }
}

interface VictimParts {
  port: number;
  pid: number;
  lines: string[];
  channel: FiguresChannel;
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The server could not be started');
  return pid;
}

function createVictim(child: ChildProcess, { port, pid, lines, channel }: VictimParts): Victim {
  const startedPid = pidOf(child);
  const hasEnded = () => (child.exitCode !== null || child.signalCode !== null) && !isAlive(pid);

  async function end(signal: NodeJS.Signals, target: number): Promise<Ending> {
    const start = performance.now();
    if (!hasEnded()) process.kill(target, signal);
    try {
      await waitUntil(`${signal} ends the server`, hasEnded, STOP_LIMIT);
    } catch (error) {
      const left = [startedPid, pid].filter(isAlive);
      for (const process_ of left) process.kill(process_, 'SIGKILL');
      await waitUntil('SIGKILL ends the server', hasEnded);
      const who = left.includes(startedPid) ? 'what was started' : 'the server behind it';
      throw new Error(`${STOP_LIMIT} ms after ${signal}, ${who} still ran`, { cause: error });
    } finally {
      channel.close();
    }
    return { ms: performance.now() - start, code: child.exitCode, signal: child.signalCode };
  }

  return {
    origin: `http://localhost:${port}`,
    port,
    pid,
    startedPid,
    lines,
    get hasEnded() {
      return hasEnded();
    },
    async figures() {
      if (hasEnded()) throw new Error(`The server has ended by itself:\n${lines.slice(-20).join('\n')}`);
      const figures = await channel.read();
      return { ...figures, rss: figures.rss + memoryOfChildren(pid) };
    },
    setClock: (milliseconds) => channel.setClock(milliseconds),
    closeOutput() {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    terminate: () => end('SIGTERM', startedPid),
    async kill() {
      await end('SIGKILL', pid);
    },
  };
}
