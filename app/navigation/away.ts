/** Statuses of proxies when the server cannot be reached. */
export const AWAY: readonly number[] = [502, 503, 504];
