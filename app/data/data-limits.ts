/*
 * The limits of the data client, in milliseconds unless another unit is named. Source, unless another is named:
 * docs/seed-coverage.md §9, database and authentication. Those that the server checks too are in `core/live/live-protocol.ts`.
 */

/** Until the first answer of the server, after which the client counts as offline. */
export const ONLINE_TIMEOUT = 10_000;

/** Until the first line of a stream, after which it counts as failed. */
export const CONNECT_TIMEOUT = 10_000;

/** Without any line, after which a stream counts as broken. */
export const IDLE_TIMEOUT = 60_000;

/** Until the answer to a call other than a stream. */
export const REQUEST_TIMEOUT = 15_000;

/** Until the server has given the browser an id. */
export const REGISTRATION_TIMEOUT = 10_000;

/** Until the server has said what may be counted. */
export const ANALYTICS_TIMEOUT = 60_000;

/** The smallest size of the cache, in bytes. */
export const LEAST_CACHE_BYTES = 1_048_576;

/** The size of the cache, in bytes. Source: Meki's own. */
export const CACHE_BYTES = 16 * 1_048_576;

/** How long a result that nobody listens to is kept: as long as pages are kept for use offline. Source: Meki's own. */
export const CACHE_AGE = 14 * 24 * 3_600_000;
