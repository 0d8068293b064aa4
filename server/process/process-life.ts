import { inspect } from 'node:util';
import type { ProcessLog } from '../log/log.ts';
import { exitNow } from './exit-now.ts';
import { onStopRequest } from './stop-requests.ts';

/** Milliseconds after which a stop that did not come to its end is cut. Supervisors commonly kill after 10 s. */
const STOP_LIMIT = 9_000;

/** When the process of the server ends, and how. */
export interface ProcessLife {
  /** Aborted when the server is to stop. */
  readonly stop: AbortSignal;
  /** Where failures are told from now on; before, and on a silent log, on the standard error. */
  tellOn(log: ProcessLog): void;
  /** Notes a failure that nobody handled: it is told once, and the server stops, with exit code 1. */
  fail(error: unknown): void;
  /** Ends the process, once the log is written: with 0, or with 1 after a failure. */
  end(): Promise<never>;
}

/**
 * Takes over signals and errors that nobody caught, rejections included. From the first of either, the process has 9 s to stop.
 */
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
  // An output whose reader is gone is no reason to end; it is heard here so that nobody else need listen.
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
