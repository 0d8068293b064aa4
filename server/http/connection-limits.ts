/** What the HTTP server takes on. All are far above what a site's visitors need, and below what exhausts a process. */
export interface ConnectionLimits {
  /** Connections in all; the system's limit of open files is commonly higher. */
  connections: number;
  /** Connections of one network address, loopback aside. `Infinity` behind a proxy, which all of them come from. */
  connectionsOfOne: number;
  /** Requests of one connection that wait for the answer to an earlier one. */
  pipelined: number;
  /** Such requests of all connections. */
  pipelinedInAll: number;
  /** Requests that the app works on at once. Those whose answer is being sent do not count. */
  working: number;
  /** Requests of one kind, reads or writes, that wait for the app. */
  waiting: number;
  /** Milliseconds that a request waits for the app before it is refused. */
  patience: number;
  /**
   * Milliseconds in which a client must take a part of an answer. A connection without progress is cut after one to two of
   * these periods, since Node compares what is unsent once a period.
   */
  stall: number;
  /** Bytes of answers that wait for slow clients, in all. Beyond them, those with the most are cut. */
  unsentBytes: number;
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
};

/** Connections of one network address where clients connect directly: a quarter of all. */
export function connectionsOfOne(trustedProxies: number): number {
  return trustedProxies === 0 ? CONNECTIONS / 4 : Number.POSITIVE_INFINITY;
}
