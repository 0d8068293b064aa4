import type { User } from './user.ts';

/** How long a kept session lives after its last use. Source: the product's specification, Accounts. */
export const KEPT_SESSION_MS = 30 * 24 * 3_600_000;

/** How long a session of a browser that stays open lives after its last use. Source: Meki's own. */
export const BROWSER_SESSION_MS = 24 * 3_600_000;

/** How long a session lives at the most, however it is used. Source: Meki's own. */
export const LONGEST_SESSION_MS = 180 * 24 * 3_600_000;

/** How long ago the password may have been given for acts that ask for it. Source: token-age limit, docs/seed-coverage.md §9. */
const FRESH_SIGN_IN_MS = 5 * 60_000;

/** How old the noted last use grows before it is noted anew. Source: the refresh margin of docs/seed-coverage.md §9. */
export const SESSION_TOUCH_MS = 5 * 60_000;

/** One browser in which a person is signed in. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface Session {
  /** Names it in lists; does not let anyone in. */
  id: string;
  userId: string;
  /** `Firefox · Windows`; empty when the browser does not say. */
  device: string;
  /** Where it was last used, roughly; missing when nobody knows. */
  place?: string;
  /** Whether it outlives the browser. */
  remember: boolean;
  createdAt: number;
  /** To 5 minutes. */
  lastUsedAt: number;
  expiresAt: number;
  /** When the password was last given. */
  authenticatedAt: number;
}

/** A session together with what lets its browser in: for the cookie, never for a log or a page. */
export interface SignedIn {
  /** Opaque, 256 bits. */
  token: string;
  session: Session;
  user: User;
}

/** Whether the password was given lately enough for acts that ask for it; not when that lies ahead of a clock set back. */
export function isFresh({ authenticatedAt }: Pick<Session, 'authenticatedAt'>, now: number): boolean {
  return authenticatedAt <= now && now - authenticatedAt <= FRESH_SIGN_IN_MS;
}
