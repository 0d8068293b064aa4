import type { Log } from './log.ts';

/** Milliseconds between lines of one kind. */
const INTERVAL = 60_000;

/** Tells of what strangers can cause as often as they like, in at most one line per minute and kind. */
export interface RateLimitedLog {
  /** @param kind one of a fixed set, never made from a request */
  warn(kind: string, message: string, fields?: { [name: string]: unknown }): void;
}

/**
 * The first event of a kind is logged at once. Those of the next minute are counted, and the next line has their number.
 * @param now milliseconds on a clock that never goes back
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
