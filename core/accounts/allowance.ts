import { endWithin } from '../clock/stored-time.ts';

/** Most keys that are remembered; the one that was used longest ago is forgotten first. */
const MAX_KEYS = 20_000;

/** How often something may happen, for each key by itself. Kept in memory: a restart and each process begin anew. */
export interface Allowance {
  /** Uses one up. @returns 0, or if there is none left the whole seconds until there is */
  take(key: string): number;
  /** Gives one back that turned out not to count. */
  giveBack(key: string): void;
}

/**
 * @param options.count so many at once, and as many within each `windowMs`, which come back one by one
 * @param options.now milliseconds since any moment; where that clock is set back, a key waits for `windowMs` at the most
 */
export function createAllowance(options: {
  count: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): Allowance {
  const { count, windowMs, now, maxKeys = MAX_KEYS } = options;
  const each = windowMs / count;
  /** When each key will have all of its uses again; the one used last stands last. */
  const fullAt = new Map<string, number>();

  function set(key: string, at: number): void {
    fullAt.delete(key);
    fullAt.set(key, at);
    const [oldest] = fullAt.keys();
    if (fullAt.size > maxKeys && oldest !== undefined) fullAt.delete(oldest);
  }

  return {
    take(key) {
      const at = now();
      const next = Math.max(endWithin(fullAt.get(key) ?? at, at, windowMs), at) + each;
      if (next - at > windowMs) {
        set(key, next - each);
        return Math.ceil((next - at - windowMs) / 1000);
      }
      set(key, next);
      return 0;
    },
    giveBack(key) {
      const held = fullAt.get(key);
      if (held !== undefined) set(key, held - each);
    },
  };
}
