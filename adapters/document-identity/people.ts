import {
  accountEmails,
  accountOwners,
  type Invitation,
  invitations,
  type UserRecord,
  users,
} from '#core/accounts/account-collections.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import { type Identity, INVITATION_DAYS, INVITATION_MS } from '#core/accounts/identity.ts';
import { createToken, digestOf, sameSecret } from '#core/accounts/secret-values.ts';
import type { UserAccess } from '#core/accounts/user.ts';
import { idOf } from '#core/documents/document-path.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { getDocument, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import {
  commitTogether,
  findByEmail,
  findUser,
  readUser,
  stageAccount,
  stageRemoval,
  toUser,
  updateOwners,
} from './account-records.ts';
import { type AccountServices, failed } from './account-services.ts';
import { removeSessions } from './sessions.ts';
import { releasePassword, settlePassword } from './settle-password.ts';
import { judgeSignUp } from './sign-up.ts';

/** Maximum invitations listed. */
const MAX_INVITATIONS = 500;

type InvitationOperations = Pick<Identity, 'invite' | 'findInvitation' | 'listInvitations' | 'withdrawInvitation'>;

export function createInvitations(services: AccountServices): InvitationOperations {
  const { store, now, post, record } = services;

  return {
    async invite({ email: given, role, languages, language }, actorId) {
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      if (await findByEmail(store, email)) return failed('email-already-in-use');
      const at = now();
      const token = createToken();
      const invitation: Invitation = {
        email,
        role,
        languages: role === 'translator' ? (languages ?? []) : [],
        invitedBy: actorId,
        invitedAt: at,
        expiresAt: at + INVITATION_MS,
        token: await digestOf(token),
      };
      const key = await digestOf(email);
      try {
        await store.commit([
          setDocument(invitations.at(key), invitation),
          // Fails if an account with the email was created concurrently.
          { kind: 'verify', path: accountEmails.at(key).path, precondition: { exists: false } },
        ]);
      } catch (error) {
        if (error instanceof PreconditionFailed) return failed('email-already-in-use');
        throw error;
      }
      const inviter = (await findUser(store, actorId))?.record.name ?? '';
      post({ kind: 'invitation', to: email, locale: language, data: { inviter, role, days: INVITATION_DAYS, token } });
      record({ kind: 'invited', at, actorId, email, role });
      return { ok: true, invitation };
    },

    async findInvitation(given, token) {
      const none = { ok: true, invitation: undefined } as const;
      const held = await getDocument(store, invitations.at(await digestOf(parseEmail(given) ?? '')));
      const isValid = sameSecret(await digestOf(token), held?.data.token ?? '') && (held?.data.expiresAt ?? 0) > now();
      if (!held || !isValid) return none;
      const { email, role, invitedBy } = held.data;
      const inviter = (await findUser(store, invitedBy))?.record.name ?? '';
      return { ok: true, invitation: { email, role, inviter } };
    },

    async listInvitations() {
      const documents = await queryDocuments(store, invitations, {
        where: [{ field: 'expiresAt', op: '>', value: now() }],
        orderBy: [{ field: 'expiresAt', direction: 'desc' }],
        limit: MAX_INVITATIONS,
      });
      return documents.map(({ data }) => data);
    },

    async withdrawInvitation(given, actorId) {
      const held = await getDocument(store, invitations.at(await digestOf(parseEmail(given) ?? '')));
      if (!held) return failed('user-not-found');
      await store.commit([{ kind: 'delete', path: held.path }]);
      record({ kind: 'invitation-withdrawn', at: now(), actorId, email: held.data.email });
      return { ok: true };
    },
  };
}

export function createLookup({ store }: AccountServices): Pick<Identity, 'lookup' | 'lookupEmail' | 'list'> {
  return {
    async lookup(userId) {
      if (userId === '' || userId.includes('/')) return undefined;
      const found = await findUser(store, userId);
      return found && toUser(userId, found.record);
    },

    async lookupEmail(given) {
      const email = parseEmail(given);
      const found = email && (await findByEmail(store, email));
      return found ? toUser(found.userId, found.record) : undefined;
    },

    async list({ after, limit }) {
      const documents = await queryDocuments(store, users, {
        where: [
          { field: 'emailVerified', op: '==', value: true },
          ...(after === undefined ? [] : [{ field: 'email', op: '>' as const, value: after }]),
        ],
        orderBy: [{ field: 'email', direction: 'asc' }],
        limit,
      });
      return documents.map((document) => toUser(idOf(document), document.data));
    },
  };
}

type PeopleOperations = Pick<Identity, 'createUser' | 'setAccess' | 'endSessions' | 'removeUser'>;

export function createPeople(services: AccountServices): PeopleOperations {
  const { store, now, passwords, record } = services;

  return {
    async createUser(given, actorId) {
      const judged = judgeSignUp(services, given);
      if (!judged.ok) return judged;
      const { person } = judged;
      const { email } = person;
      if (await findByEmail(store, email)) return failed('email-already-in-use');
      const password = await passwords.hold(person.password);
      const made = await commitTogether(store, async (unit) => {
        await unit.read([accountOwners.at()]);
        const isFirst = unit.get(accountOwners.at()) === undefined;
        const access = merged({ role: isFirst ? 'owner' : 'viewer', languages: [], disabled: false }, given);
        return stageAccount(unit, { ...person, password }, access, now());
      });
      if (!made) return failed('email-already-in-use');
      await settlePassword(services, made.userId);
      const user = toUser(made.userId, made.record);
      record({ kind: 'account-created', at: now(), ...by(actorId), userId: user.id, email, role: user.role });
      return { ok: true, user };
    },

    async setAccess(userId, access, actorId) {
      const changed = await commitTogether(
        store,
        async (unit): Promise<{ before: UserRecord; after: UserRecord } | 'last-owner' | undefined> => {
          const before = await readUser(unit, userId);
          if (!before) return undefined;
          const next = merged(before, access);
          const sessionEpoch = before.sessionEpoch + (next.disabled && !before.disabled ? 1 : 0);
          const after = { ...before, ...next, sessionEpoch, updatedAt: now() };
          if (!(await updateOwners(unit, userId, after))) return 'last-owner';
          unit.set(users.at(userId), after);
          return { before, after };
        },
      );
      if (changed === undefined) return failed('user-not-found');
      if (changed === 'last-owner') return failed('last-owner');
      const { before, after } = changed;
      if (after.disabled) await removeSessions(store, userId);
      record({
        kind: 'access-changed',
        at: now(),
        ...by(actorId),
        userId,
        before: accessOf(before),
        after: accessOf(after),
      });
      return { ok: true, user: toUser(userId, after) };
    },

    async endSessions(userId, actorId) {
      const user = await commitTogether(store, async (unit): Promise<UserRecord | undefined> => {
        const held = await readUser(unit, userId);
        if (!held) return undefined;
        const next = { ...held, sessionEpoch: held.sessionEpoch + 1, updatedAt: now() };
        unit.set(users.at(userId), next);
        return next;
      });
      if (!user) return failed('user-not-found');
      await removeSessions(store, userId);
      record({ kind: 'sessions-ended', at: now(), ...by(actorId), userId });
      return { ok: true, user: toUser(userId, user) };
    },

    async removeUser(userId, actorId) {
      const removed = await commitTogether(
        store,
        async (unit): Promise<{ user: UserRecord; holder: string } | 'last-owner' | undefined> => {
          const user = await readUser(unit, userId);
          if (!user) return undefined;
          if (!(await updateOwners(unit, userId, undefined))) return 'last-owner';
          return { user, holder: await stageRemoval(unit, userId, user) };
        },
      );
      if (removed === undefined) return failed('user-not-found');
      if (removed === 'last-owner') return failed('last-owner');
      await removeSessions(store, userId);
      await releasePassword(services, removed.holder);
      const { email, name } = removed.user;
      record({ kind: 'account-removed', at: now(), ...by(actorId), userId, email, name });
      return { ok: true };
    },
  };
}

function by(actorId: string | undefined): { actorId?: string } {
  return actorId === undefined ? {} : { actorId };
}

/** Only translators have assigned languages. */
function merged(before: UserAccess, { role, languages, disabled }: Partial<UserAccess>): UserAccess {
  const next = { role: role ?? before.role, disabled: disabled ?? before.disabled };
  return { ...next, languages: next.role === 'translator' ? (languages ?? before.languages) : [] };
}

function accessOf({ role, languages, disabled }: UserAccess): UserAccess {
  return { role, languages, disabled };
}
