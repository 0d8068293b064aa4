import type { User } from './user.ts';

/** Lifetime of a remembered session after its last use. Source: the product's specification, Accounts. */
export const KEPT_SESSION_MS = 30 * 24 * 3_600_000;

/** Lifetime of a browser session after its last use. Source: Meki's own. */
export const BROWSER_SESSION_MS = 24 * 3_600_000;

/** Maximum lifetime of any session. Source: Meki's own. */
export const LONGEST_SESSION_MS = 180 * 24 * 3_600_000;

/** Maximum age of the last password entry for sensitive actions. Source: token-age limit, docs/seed-coverage.md §9. */
const FRESH_SIGN_IN_MS = 5 * 60_000;

/** The stored last use is updated when it is older than this. Source: the refresh margin of docs/seed-coverage.md §9. */
export const SESSION_TOUCH_MS = 5 * 60_000;

/** A sign-in of one browser. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface Session {
  /** Identifies it in lists; not a secret. */
  id: string;
  userId: string;
  /** `Firefox · Windows`; empty if unknown. */
  device: string;
  /** Approximate location of the last use; missing if unknown. */
  place?: string;
  /** Whether it survives closing the browser. */
  remember: boolean;
  createdAt: number;
  /** Accurate to 5 minutes. */
  lastUsedAt: number;
  expiresAt: number;
  /** When the password was last entered. */
  authenticatedAt: number;
}

/** A session with its secret token: for the cookie, never for a log or a page. */
export interface SignedIn {
  /** Opaque, 256 bits. */
  token: string;
  session: Session;
  user: User;
}

/**
 * Whether the password was entered recently enough for sensitive actions; false if that time lies in the future because the
 * clock was set back.
 */
export function isFresh({ authenticatedAt }: Pick<Session, 'authenticatedAt'>, now: number): boolean {
  return authenticatedAt <= now && now - authenticatedAt <= FRESH_SIGN_IN_MS;
}
