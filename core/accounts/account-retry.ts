/** For `retryOnConflict`: many may try codes of one account at the same moment. Source: Meki's own. */
export const ACCOUNT_RETRY = { attempts: 200 } as const;
