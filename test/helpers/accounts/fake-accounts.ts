import { z } from 'zod';
import { accountOwners, type Invitation, type OwnersRecord } from '#core/accounts/account-collections.ts';
import type { AccountEvent } from '#core/accounts/account-event.ts';
import { ACCOUNT_RETRY } from '#core/accounts/attempts.ts';
import { INVITATION_MS, type Outcome } from '#core/accounts/identity.ts';
import type { User, UserAccess } from '#core/accounts/user.ts';
import { defineCollection } from '#core/documents/collection.ts';
import type { Document, DocumentStore, Write } from '#core/documents/document-store.ts';
import { retryOnConflict } from '#core/documents/retry-on-conflict.ts';
import { getDocument, getDocuments, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import type { PeopleIdentity } from '#core/people/people.ts';

/** The fake's accounts. */
export const fakeUsers = defineCollection({
  name: 'fake-users',
  schema: z.custom<User>(),
  indexes: [[{ field: 'email', direction: 'asc' }]],
  policy: { read: 'private' },
});

const notFound = { ok: false, error: { code: 'user-not-found' } } as const;

/** A fake of accounts for tests of people, on a document store, without passwords; `sessions` contains the signed-in people. */
export function createFakeAccounts(store: DocumentStore, now: () => number) {
  const events: AccountEvent[] = [];
  const sessions = new Set<string>();
  const invitations = new Map<string, Invitation>();
  const isOwner = (user: User | undefined) => user?.role === 'owner' && !user.disabled;

  /** Writes or deletes a user together with the owners; retries on conflict. */
  async function put(
    id: string,
    edit: (user: User | undefined) => User | undefined,
  ): Promise<Outcome<{ before?: User; user?: User }>> {
    return retryOnConflict<Outcome<{ before?: User; user?: User }>>(async () => {
      const [document, ownersDocument] = await getDocuments(store, [fakeUsers.at(id), accountOwners.at()]);
      const before = document?.data;
      const user = edit(before);
      if (!before && !user) return notFound;
      const staged = stageOwner(ownersDocument, id, isOwner(user));
      if (!staged.ok) return { ok: false, error: { code: 'last-owner' } };
      const precondition = document ? { version: document.version } : { exists: false };
      const write = user
        ? setDocument(fakeUsers.at(id), user, precondition)
        : { kind: 'delete' as const, path: fakeUsers.at(id).path, precondition };
      await store.commit([write, ...staged.writes]);
      if (!user || user.disabled) sessions.delete(id);
      return { ok: true, ...(before && { before }), ...(user && { user }) };
    }, ACCOUNT_RETRY);
  }

  const accounts: PeopleIdentity = {
    lookup: async (id) => (await getDocument(store, fakeUsers.at(id)))?.data,
    async list({ after, limit }) {
      const where = after === undefined ? [] : [{ field: 'email', op: '>' as const, value: after }];
      const orderBy = [{ field: 'email', direction: 'asc' as const }];
      const documents = await queryDocuments(store, fakeUsers, { where, orderBy, limit });
      return documents.map(({ data }) => data);
    },
    async setAccess(userId, access, actorId) {
      const outcome = await put(userId, (user) => user && { ...user, ...access });
      if (!outcome.ok) return outcome;
      const { before, user } = outcome;
      if (!before || !user) return notFound;
      events.push({ kind: 'access-changed', at: now(), userId, ...(actorId && { actorId }), before, after: user });
      return { ok: true, user };
    },
    async endSessions(userId, actorId) {
      const user = await this.lookup(userId);
      if (!user) return notFound;
      sessions.delete(userId);
      events.push({ kind: 'sessions-ended', at: now(), userId, ...(actorId && { actorId }) });
      return { ok: true, user };
    },
    async removeUser(userId, actorId) {
      const outcome = await put(userId, () => undefined);
      if (!outcome.ok) return outcome;
      const { email = '', name = '' } = outcome.before ?? {};
      events.push({ kind: 'account-removed', at: now(), userId, ...(actorId && { actorId }), email, name });
      return { ok: true };
    },
    async invite({ email, role, languages = [] }, actorId) {
      const invitedAt = now();
      const expiresAt = invitedAt + INVITATION_MS;
      const invitation = { email, role, languages, invitedBy: actorId, invitedAt, expiresAt, token: email };
      invitations.set(email, invitation);
      events.push({ kind: 'invited', at: invitedAt, actorId, email, role });
      return { ok: true, invitation };
    },
    listInvitations: async () => [...invitations.values()],
    async withdrawInvitation(email, actorId) {
      if (!invitations.delete(email)) return notFound;
      events.push({ kind: 'invitation-withdrawn', at: now(), actorId, email });
      return { ok: true };
    },
  };

  return {
    accounts,
    events,
    sessions,
    async add(id: string, access: Partial<UserAccess> = {}): Promise<User> {
      const user: User = {
        id,
        email: `${id}@example.org`,
        name: id.toUpperCase(),
        language: 'es',
        confirmed: true,
        createdAt: now(),
        role: 'viewer',
        languages: [],
        disabled: false,
        ...access,
      };
      await put(id, () => user);
      sessions.add(id);
      return user;
    },
  };
}

export type OwnerStaging = { ok: true; writes: Write[] } | { ok: false; reason: 'last-owner' };

/**
 * The write that adds an account to the active owners or removes it, for the commit that changes the account. Concurrent
 * commits of this kind conflict, so that the last owner stays: on `PreconditionFailed`, read again and retry.
 * @param document of the owners, read together with the account; `undefined` before the first owner.
 */
function stageOwner(document: Document<OwnersRecord> | undefined, userId: string, isOwner: boolean): OwnerStaging {
  const userIds = document?.data.userIds ?? [];
  if (userIds.includes(userId) === isOwner) return { ok: true, writes: [] };
  const next = isOwner ? [...userIds, userId] : userIds.filter((id) => id !== userId);
  if (next.length === 0) return { ok: false, reason: 'last-owner' };
  const precondition = document ? { version: document.version } : { exists: false };
  return { ok: true, writes: [setDocument(accountOwners.at(), { userIds: next }, precondition)] };
}
