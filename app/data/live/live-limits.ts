/** Back-off between connections: first delay in milliseconds, factor, and maximum. Source: docs/seed-coverage.md §9, database. */
export const LIVE_BACKOFF = { first: 1_000, factor: 1.5, max: 60_000 } as const;

/** Milliseconds until the first event of a stream, after which it counts as failed. Source: as above. */
export const CONNECT_TIMEOUT = 10_000;

/** Milliseconds without any event, after which a stream counts as broken. Source: as above. */
export const IDLE_TIMEOUT = 60_000;
