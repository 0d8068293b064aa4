/** What stands between the browser and a server that is away says so with these statuses. */
export const AWAY: readonly number[] = [502, 503, 504];
