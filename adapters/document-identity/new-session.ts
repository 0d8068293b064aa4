import type { SessionRecord, UserRecord } from '#core/accounts/account-collections.ts';
import { deviceLabel } from '#core/accounts/device-label.ts';
import type { Client } from '#core/accounts/identity.ts';
import { createToken, digestOf } from '#core/accounts/secret-values.ts';
import { BROWSER_SESSION_MS, KEPT_SESSION_MS, LONGEST_SESSION_MS } from '#core/accounts/session.ts';

/** A new session and its token. */
export interface NewSession {
  token: string;
  id: string;
  record: SessionRecord;
}

/** The expiry of a session after a use. */
export function endOf({ remember, createdAt }: Pick<SessionRecord, 'remember' | 'createdAt'>, now: number): number {
  return Math.min(now + (remember ? KEPT_SESSION_MS : BROWSER_SESSION_MS), createdAt + LONGEST_SESSION_MS);
}

/**
 * Creates a session with the user's epoch from when the password was verified: it ends when that epoch does. Stores nothing.
 */
export async function createSession(
  userId: string,
  user: Pick<UserRecord, 'sessionEpoch'>,
  remember: boolean,
  client: Client,
  now: number,
): Promise<NewSession> {
  const token = createToken();
  const record: SessionRecord = {
    userId,
    sessionEpoch: user.sessionEpoch,
    device: deviceLabel(client.userAgent),
    ...placeOf(client),
    remember,
    createdAt: now,
    updatedAt: now,
    expiresAt: endOf({ remember, createdAt: now }, now),
    authenticatedAt: now,
  };
  return { token, id: await digestOf(token), record };
}

/** The client's place, if known. */
export function placeOf({ place }: Client): { place?: string } {
  return place ? { place: place.slice(0, 100) } : {};
}
