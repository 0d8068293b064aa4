import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { format, inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { Log, ProcessLog } from '../log/log.ts';
import { tellPlainly } from './start-failure.ts';

/** Milliseconds after which an unfinished stop is aborted. Supervisors commonly kill after 10 s. */
const STOP_LIMIT = 9_000;

/** The lifecycle of the server's process. */
export interface ProcessLife {
  /** Aborted when the server must stop. */
  readonly stop: AbortSignal;
  /**
   * Sets the log for failures; until then, and if it is silent, they go to standard error.
   * @param isJson whether nothing but lines of the log may be written, also by Node and libraries
   */
  reportEvery(log: ProcessLog, isJson: boolean): void;
  /** Reports an unhandled failure once, and stops the server with exit code 1. */
  fail(error: unknown): void;
  /** Ends the process after flushing the log: with 0, or with 1 after a failure. */
  end(): Promise<never>;
}

/** Handles signals, uncaught exceptions and unhandled rejections. After the first of them, the process has 9 s to stop. */
export function createProcessLife(): ProcessLife {
  const controller = new AbortController();
  let log: ProcessLog | undefined;
  let hasFailed = false;

  function tell(message: string, error?: unknown): void {
    if (log) log.error({ ...(error !== undefined && { err: error }) }, message);
    else tellPlainly([error === undefined ? message : `${message}: ${inspect(error)}`]);
  }

  function fail(error: unknown): void {
    if (hasFailed) return;
    hasFailed = true;
    tell('Nobody caught an error; the server stops', error);
    controller.abort();
  }

  async function end(): Promise<never> {
    await log?.end();
    return exitNow(hasFailed ? 1 : 0);
  }

  controller.signal.addEventListener('abort', () =>
    setTimeout(() => {
      hasFailed = true;
      tell(`The server did not stop within ${STOP_LIMIT / 1000} s; it is ended`);
      void end();
    }, STOP_LIMIT),
  );
  // A closed output is no reason to end the process; handled here for all users of the streams.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', fail);
  onStopRequest(() => controller.abort());
  return {
    stop: controller.signal,
    reportEvery(processLog, isJson) {
      log = processLog;
      if (isJson) captureOutput(processLog);
    },
    fail,
    end,
  };
}

/**
 * Ends the process at once. `process.exit` first waits for the threads of the process, for example for a picture that is being
 * scaled. `execve` ends all threads, and the program that replaces this one exits with the code. On systems without `execve`,
 * threads are waited for.
 */
function exitNow(code: 0 | 1): never {
  if (process.platform === 'linux') {
    try {
      process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${code})`], {});
    } catch {
      // Not permitted by the system.
    }
  }
  process.exit(code);
}

/** Signals that request a stop: from a supervisor, Ctrl+C, or a terminal that closes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Interval in milliseconds for checking whether the launcher is still running. */
const LAUNCHER_CHECK = 500;

/**
 * Values of `npm_lifecycle_event` if npm itself launched the server. Other launchers may exit and leave it running
 * intentionally.
 */
const LAUNCHED_BY_NPM = new Set(['start', 'dev', 'npx']);

/**
 * Calls `stop` when the process should end, possibly several times: on a signal, when a launcher with an IPC channel is gone,
 * and when the npm that launched it is gone. npm forwards signals to a shell, which does not forward them to its child; killing
 * npm would leave the server behind.
 */
function onStopRequest(stop: () => void): void {
  for (const name of SIGNALS) process.on(name, stop);
  process.on('disconnect', stop);
  if (!LAUNCHED_BY_NPM.has(process.env.npm_lifecycle_event ?? '')) return;
  const launcher = identifyLauncher();
  setInterval(() => {
    if (identifyLauncher() !== launcher) stop();
  }, LAUNCHER_CHECK).unref();
}

/**
 * The ids of the parent and, if known, of its ancestors up to npm, if the parent is a wrapper or a shell. When they change, one
 * of them is gone.
 */
function identifyLauncher(): string {
  const ids = [process.ppid];
  let passesOn = process.connected;
  for (;;) {
    const status = readStatus(ids.at(-1) ?? 0);
    passesOn ||= SHELL.test(status);
    const parent = PARENT.exec(status)?.[1];
    if (!passesOn || parent === undefined) return ids.join(' ');
    ids.push(Number(parent));
    passesOn = false;
  }
}

const SHELL = /^Name:\t(sh|dash|bash|ash|busybox)$/m;
const PARENT = /^PPid:\t([1-9]\d*)$/m;

/** Exists on Linux only. */
function readStatus(id: number): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8');
  } catch {
    return '';
  }
}

/** Milliseconds for systemd to take the message. */
const TELL_LIMIT = 10_000;

/**
 * Tells systemd that the service is ready, if it waits for that (`Type=notify`). Node has no datagram sockets of Unix, so that the program
 * of systemd sends it, for which the unit says `NotifyAccess=all`.
 */
export function tellReady(variables: { [name: string]: string | undefined }, onError: (error: unknown) => void): void {
  if (!variables.NOTIFY_SOCKET) return;
  const options = { env: { ...process.env, ...variables }, timeout: TELL_LIMIT };
  execFile('systemd-notify', ['--ready'], options, (error) => error && onError(error));
}

/**
 * Lets V8's old generation grow by half of what is alive before it is collected, and not up to four times. To be called when the
 * server is ready: V8 rejects the compiled code of Node's own modules that are loaded with other flags than Node was built with,
 * and compiling them takes a sixth of the start.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50');
}

/** Turns what Node and libraries write to the console into lines of the log, so that programs can read all of the output. */
function captureOutput(log: Pick<Log, 'debug' | 'info' | 'warn' | 'error'>): void {
  const methods = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'debug' } as const;
  for (const [name, level] of Object.entries(methods) as [
    keyof typeof methods,
    'debug' | 'info' | 'warn' | 'error',
  ][]) {
    console[name] = (...parts: unknown[]) => log[level]({}, format(...parts));
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}
