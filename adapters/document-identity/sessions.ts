import { type SessionRecord, sessions, type UserRecord, users } from '#core/accounts/account-collections.ts';
import { deviceLabel } from '#core/accounts/device-label.ts';
import type { Client, Identity, Outcome } from '#core/accounts/identity.ts';
import { createToken, digestOf, isToken } from '#core/accounts/secret-values.ts';
import { BROWSER_SESSION_MS, KEPT_SESSION_MS, LONGEST_SESSION_MS, SESSION_TOUCH_MS } from '#core/accounts/session.ts';
import { commitAside } from '#core/documents/commit-aside.ts';
import { idOf } from '#core/documents/document-path.ts';
import type { Document, DocumentStore, Write } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { getDocument, getDocuments, queryDocuments } from '#core/documents/typed-documents.ts';
import { toSession, toUser } from './account-records.ts';
import { type AccountServices, failed, seenOf } from './account-services.ts';

/** Maximum sessions of one person listed or deleted at a time. */
const MAX_SESSIONS = 400;

/** A valid session and its user. */
export interface Authenticated {
  sessionId: string;
  session: SessionRecord;
  userId: string;
  user: UserRecord;
}

/** Sessions whose person is remembered. */
const MOST_REMEMBERED = 1_000;

/** Looks up the session of a token. Both documents are read each time; whose session it is never changes, and is remembered. */
export async function authenticate(
  { store, now, owners }: Pick<AccountServices, 'store' | 'now' | 'owners'>,
  token: string,
): Promise<Outcome<Authenticated>> {
  if (!isToken(token)) return failed('user-token-expired');
  const sessionId = await digestOf(token);
  const owner = owners.get(sessionId);
  const ref = sessions.at(sessionId);
  const [held, person] =
    owner === undefined ? [await getDocument(store, ref)] : await getDocuments(store, [ref, users.at(owner)]);
  const session = held?.data;
  if (!session || session.expiresAt <= now()) {
    owners.delete(sessionId);
    return failed('user-token-expired');
  }
  const { userId } = session;
  const user = (owner === userId ? person : await getDocument(store, users.at(userId)))?.data;
  if (user?.disabled) return failed('user-disabled');
  if (!user || user.sessionEpoch !== session.sessionEpoch) return failed('user-token-expired');
  if (owners.size >= MOST_REMEMBERED) owners.clear();
  owners.set(sessionId, userId);
  return { ok: true, sessionId, session, userId, user };
}

/** Deletes the sessions of a person, except the one given. They are already invalid. */
export async function removeSessions(store: DocumentStore, userId: string, except?: string): Promise<number> {
  const held = (await sessionsOf(store, userId)).filter(({ path }) => path !== sessions.at(except ?? '').path);
  if (held.length > 0) await store.commit(held.map(({ path }) => ({ kind: 'delete', path })));
  return held.length;
}

function sessionsOf(store: DocumentStore, userId: string): Promise<Document<SessionRecord>[]> {
  const where = [{ field: 'userId', op: '==' as const, value: userId }];
  return queryDocuments(store, sessions, { where, limit: MAX_SESSIONS });
}

/**
 * The updated times of a session on use. Times in the future were stored before the clock was set back: the session starts
 * again, otherwise it would live longer by the same amount, and its password counts as entered long ago.
 */
function timesOfUse(session: SessionRecord, now: number): Partial<SessionRecord> {
  const createdAt = Math.min(session.createdAt, now);
  const authenticatedAt = session.authenticatedAt > now ? 0 : session.authenticatedAt;
  return { createdAt, authenticatedAt, expiresAt: endOf({ ...session, createdAt }, now) };
}

type SessionOperations = Pick<
  Identity,
  'session' | 'refresh' | 'signOut' | 'listSessions' | 'revokeSession' | 'revokeOtherSessions'
>;

export function createSessions(services: AccountServices): SessionOperations {
  const { store, now, record } = services;

  /**
   * Stores the use and extends the lifetime. A session that was ended concurrently stays ended.
   * @param write commits and returns whether it succeeded; if not, the session stays unchanged
   */
  async function touch(
    found: Authenticated,
    client: Client,
    write: (writes: Write[]) => Promise<boolean>,
  ): Promise<Outcome<{ session: SessionRecord; renewed: boolean }>> {
    const at = now();
    const fields = { ...timesOfUse(found.session, at), updatedAt: at, ...placeOf(client) };
    try {
      const renewed = await write([{ kind: 'update', path: sessions.at(found.sessionId).path, fields }]);
      return { ok: true, session: renewed ? { ...found.session, ...fields } : found.session, renewed };
    } catch (error) {
      if (error instanceof PreconditionFailed) return failed('user-token-expired');
      throw error;
    }
  }

  const commit = async (writes: Write[]) => {
    await store.commit(writes);
    return true;
  };

  return {
    async session(token, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const user = toUser(found.userId, found.user);
      // A last use in the future, from before the clock was set back, is also updated.
      if (Math.abs(now() - found.session.updatedAt) < SESSION_TOUCH_MS) {
        return { ok: true, session: toSession(found.sessionId, found.session), user, renewed: false };
      }
      // The session is valid even if this write fails, for example while the database is read-only.
      const touched = await touch(found, client, (writes) => commitAside(store, writes));
      if (!touched.ok) return touched;
      const { session, renewed } = touched;
      return { ok: true, session: toSession(found.sessionId, session), user, renewed };
    },

    async refresh(token, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const touched = await touch(found, client, commit);
      if (!touched.ok) return touched;
      return { ok: true, session: toSession(found.sessionId, touched.session), user: toUser(found.userId, found.user) };
    },

    async signOut(token, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return { ok: true };
      await store.commit([{ kind: 'delete', path: sessions.at(found.sessionId).path }]);
      record({ kind: 'signed-out', at: now(), actorId: found.userId, userId: found.userId, ...seenOf(client) });
      return { ok: true };
    },

    async listSessions(token) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      const held = await sessionsOf(store, found.userId);
      const live = held.filter(({ data }) => data.expiresAt > now() && data.sessionEpoch === found.user.sessionEpoch);
      live.sort((one, other) => other.data.updatedAt - one.data.updatedAt);
      return {
        ok: true,
        current: found.sessionId,
        sessions: live.map((document) => toSession(idOf(document), document.data)),
      };
    },

    async revokeSession(token, sessionId, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      if (!isToken(sessionId)) return failed('user-not-found');
      const held = await getDocument(store, sessions.at(sessionId));
      if (held?.data.userId !== found.userId) return failed('user-not-found');
      await store.commit([{ kind: 'delete', path: held.path }]);
      record({ kind: 'session-revoked', at: now(), actorId: found.userId, userId: found.userId, ...seenOf(client) });
      return { ok: true };
    },

    async revokeOtherSessions(token, client) {
      const found = await authenticate(services, token);
      if (!found.ok) return found;
      while ((await removeSessions(store, found.userId, found.sessionId)) >= MAX_SESSIONS - 1);
      record({ kind: 'session-revoked', at: now(), actorId: found.userId, userId: found.userId, ...seenOf(client) });
      return { ok: true };
    },
  };
}

/** A new session and its token. */
interface NewSession {
  token: string;
  id: string;
  record: SessionRecord;
}

/** The expiry of a session after a use. */
function endOf({ remember, createdAt }: Pick<SessionRecord, 'remember' | 'createdAt'>, now: number): number {
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
function placeOf({ place }: Client): { place?: string } {
  return place ? { place: place.slice(0, 100) } : {};
}
