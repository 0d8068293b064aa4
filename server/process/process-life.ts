import { inspect } from 'node:util';
import type { ProcessLog } from '../log/log.ts';
import { onStopRequest } from './stop-requests.ts';

/** Milliseconds after which an unfinished stop is aborted. Supervisors commonly kill after 10 s. */
const STOP_LIMIT = 9_000;

/** The lifecycle of the server's process. */
export interface ProcessLife {
  /** Aborted when the server must stop. */
  readonly stop: AbortSignal;
  /** Sets the log for failures; until then, and if it is silent, they go to standard error. */
  tellOn(log: ProcessLog): void;
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
    else process.stderr.write(error === undefined ? `${message}\n` : `${message}: ${inspect(error)}\n`);
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
    tellOn(processLog) {
      log = processLog;
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
