/** The connections that come in. */
export interface Arrivals {
  /** Notes a new connection. */
  note(): void;
  /** Whether work is to wait for another turn of the event loop, since more connections may be waiting to be accepted. */
  areComing(): boolean;
}

/** Milliseconds that work waits for connections at most; then it has a turn, however many more are coming. */
const PATIENCE = 50;

/**
 * The event loop (libuv) accepts one connection in each of its turns. With work of some milliseconds in every
 * turn, whoever connects behind hundreds of others would wait for as many pieces of work.
 * @param now milliseconds on a clock that never goes back
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
