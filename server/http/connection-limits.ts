/** Limits of the HTTP server. All are far above what visitors need, and below what exhausts a process. */
export interface ConnectionLimits {
  /** Maximum connections; the system's limit of open files is usually higher. */
  connections: number;
  /** Maximum connections per network address, except loopback. `Infinity` behind a proxy, which has them all. */
  connectionsOfOne: number;
  /** Maximum pipelined requests per connection that wait for an earlier response. */
  pipelined: number;
  /** The same for all connections together. */
  pipelinedInAll: number;
  /** Maximum requests that the app handles concurrently, without those whose response is being sent. */
  working: number;
  /** Maximum queued requests of one kind, reads or writes. */
  waiting: number;
  /** Milliseconds that a request is queued before it is refused. */
  patience: number;
  /**
   * Milliseconds in which a client must read part of a response. A connection without progress is closed after one to two of
   * these periods, since Node compares the unsent bytes once per period.
   */
  stall: number;
  /** Maximum unsent response bytes in total. Beyond it, the connections with the most are closed. */
  unsentBytes: number;
  /** Milliseconds without progress after which the rest of a refused body is given up. */
  unread: number;
  /** Maximum bytes of the rest of a refused body: more than the largest that is accepted. */
  unreadBytes: number;
}

const CONNECTIONS = 4_000;

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: CONNECTIONS,
  connectionsOfOne: Number.POSITIVE_INFINITY,
  pipelined: 100,
  pipelinedInAll: 1_000,
  working: 500,
  waiting: 1_000,
  patience: 10_000,
  stall: 20_000,
  unsentBytes: 128 * 1024 * 1024,
  unread: 2_000,
  unreadBytes: 32 * 1024 * 1024,
};

/** Connections per network address if clients connect directly: a quarter of all. */
export function connectionsOfOne(trustedProxies: number): number {
  return trustedProxies === 0 ? CONNECTIONS / 4 : Number.POSITIVE_INFINITY;
}
