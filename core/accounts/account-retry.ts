/** Options of `retryOnConflict`: many concurrent requests may try codes of one account. Source: Meki's own. */
export const ACCOUNT_RETRY = { attempts: 200 } as const;
