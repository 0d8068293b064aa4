import type { Log } from './log.ts';

/** Milliseconds between lines of one kind. */
const INTERVAL = 60_000;

/** A log for events that clients can cause at will, limited to one line per minute and kind. */
export interface RateLimitedLog {
  /** @param kind one of a fixed set, never derived from a request */
  warn(kind: string, message: string, fields?: { [name: string]: unknown }): void;
}

/**
 * The first event of a kind is logged at once. Events of the next minute are counted, and the next line reports their number.
 * @param now a monotonic clock in milliseconds
 */
export function createRateLimitedLog(
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): RateLimitedLog {
  const kinds = new Map<string, { at: number; omitted: number }>();
  return {
    warn(kind, message, fields = {}) {
      const last = kinds.get(kind);
      if (last && now() - last.at < INTERVAL) {
        last.omitted += 1;
        return;
      }
      log.warn({ ...fields, kind, ...(last && last.omitted > 0 && { omitted: last.omitted }) }, message);
      kinds.set(kind, { at: now(), omitted: 0 });
    },
  };
}
