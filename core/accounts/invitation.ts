/** Days for which an invitation is valid. Source: Meki's own. */
export const INVITATION_DAYS = 7;

export const INVITATION_MS = INVITATION_DAYS * 24 * 3_600_000;
