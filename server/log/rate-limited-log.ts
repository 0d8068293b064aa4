import type { Log } from './log.ts';

/** Milliseconds between lines of one kind. */
const INTERVAL = 60_000;

/** A log for events that clients can cause at will, limited to one line per minute and kind. */
export interface RateLimitedLog {
  /** @param kind one of a fixed set, never derived from a request */
  warn(kind: string, message: string, fields?: { [name: string]: unknown }): void;
}

/** A log for errors with their cause. */
export interface ErrorLog {
  error(fields: { err: unknown; [name: string]: unknown }, message: string): void;
}

/**
 * The first event of a kind is logged at once. Events of the next minute are counted, and the next line reports their number.
 * @param now a monotonic clock in milliseconds
 */
export function createRateLimitedLog(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): RateLimitedLog {
  const count = createCount(now);
  return {
    warn(kind, message, fields = {}) {
      const omitted = count(kind);
      if (omitted !== undefined) log.warn({ ...fields, kind, ...(omitted > 0 && { omitted }) }, message);
    },
  };
}

/**
 * The same for errors, by their message: while a service is away, everybody who waits for it fails again and again.
 * @param now as above
 */
export function limitErrors(log: ErrorLog, now: () => number = () => performance.now()): ErrorLog {
  const count = createCount(now);
  return {
    error(fields, message) {
      const omitted = count(message);
      if (omitted !== undefined) log.error({ ...fields, ...(omitted > 0 && { omitted }) }, message);
    },
  };
}

/** @returns a function that tells how many of a kind were omitted before this one; `undefined` if this one is to be omitted */
function createCount(now: () => number) {
  const kinds = new Map<string, { at: number; omitted: number }>();
  return (kind: string): number | undefined => {
    const last = kinds.get(kind);
    if (last && now() - last.at < INTERVAL) {
      last.omitted += 1;
      return undefined;
    }
    kinds.set(kind, { at: now(), omitted: 0 });
    return last?.omitted ?? 0;
  };
}
