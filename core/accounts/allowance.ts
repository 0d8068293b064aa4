import { endWithin } from '../clock/stored-time.ts';

/** Maximum number of keys; the least recently used is evicted. */
const MAX_KEYS = 20_000;

/** A rate limit per key. In memory: every process and every restart begins with full allowances. */
export interface Allowance {
  /** Uses one. @returns 0, or the whole seconds until one is available if none is left */
  take(key: string): number;
  /** Returns one that should not count. */
  giveBack(key: string): void;
}

/**
 * @param options.count burst size, and the number that refills one by one over each `windowMs`
 * @param options.now milliseconds from any origin; if this clock is set back, a key waits at most `windowMs`
 */
export function createAllowance(options: {
  count: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): Allowance {
  const { count, windowMs, now, maxKeys = MAX_KEYS } = options;
  const each = windowMs / count;
  /** When each key will be full again, least recently used first. */
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
