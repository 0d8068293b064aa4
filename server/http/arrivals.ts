/** Tracks incoming connections. */
export interface Arrivals {
  /** Records a new connection. */
  note(): void;
  /** Whether work should yield a turn of the event loop, because more connections may be waiting to be accepted. */
  areComing(): boolean;
}

/** Maximum milliseconds that work yields to connections; then it gets a turn anyway. */
const PATIENCE = 50;

/**
 * The event loop (libuv) accepts one connection per turn. With some milliseconds of work in every turn, a client behind
 * hundreds of others would wait for as many pieces of work.
 * @param now a monotonic clock in milliseconds
 */
export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  let count = 0;
  let seen = 0;
  let since: number | undefined;
  return {
    note() {
      count += 1;
    },
    areComing() {
      if (count === seen) {
        since = undefined;
        return false;
      }
      seen = count;
      since ??= now();
      if (now() - since < PATIENCE) return true;
      since = undefined;
      return false;
    },
  };
}
