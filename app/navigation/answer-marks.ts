/** Statuses of proxies when the server cannot be reached. */
export const AWAY: readonly number[] = [502, 503, 504];

/** Response header of a page made for an anonymous visitor: the device must delete the offline pages of the admin area. */
export const SIGNED_OUT = 'X-Meki-Signed-Out';
