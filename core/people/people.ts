import type { Actor } from '../access/actor.ts';
import { Forbidden, requireMay } from '../access/policy.ts';
import type { Invitation } from '../accounts/account-collections.ts';
import type { Identity, Outcome } from '../accounts/identity.ts';
import type { IdentityErrorCode } from '../accounts/identity-error.ts';
import type { Role, User, UserAccess } from '../accounts/user.ts';
import type { Locale, LocaleSet } from '../locales/locale.ts';

/**
 * The operations on accounts that owners use on people. Each is atomic, keeps the last active owner (`last-owner`), ends the
 * sessions of suspended or removed people, and is recorded in the audit log.
 */
export type PeopleIdentity = Pick<
  Identity,
  'lookup' | 'list' | 'setAccess' | 'endSessions' | 'removeUser' | 'invite' | 'listInvitations' | 'withdrawInvitation'
>;

export interface InvitationRequest {
  email: string;
  role: Role;
  /** For translators. */
  languages?: Locale[];
  /** The language of the mail. */
  language: Locale;
}

/** Management of people by owners. Every method throws `Forbidden` for anyone else; the actor is recorded in the audit log. */
export interface People {
  /** Ordered by email, starting after the given one; `next` is set if more follow. */
  list(actor: Actor, page: { after?: string; limit: number }): Promise<{ people: User[]; next?: string }>;
  listInvitations(actor: Actor): Promise<Invitation[]>;
  /** Mails an invitation that expires. @error invalid-email, email-already-in-use, invalid-language */
  invite(actor: Actor, request: InvitationRequest): Promise<Outcome<{ invitation: Invitation }>>;
  /** @error user-not-found */
  withdrawInvitation(actor: Actor, email: string): Promise<Outcome>;
  /** Removes the assigned languages of a person who is no longer a translator. @error user-not-found, last-owner */
  changeRole(actor: Actor, userId: string, role: Role): Promise<Outcome<{ user: User }>>;
  /** @error user-not-found, invalid-language, operation-not-allowed for anyone but a translator */
  setLanguages(actor: Actor, userId: string, languages: Locale[]): Promise<Outcome<{ user: User }>>;
  /** Ends all sessions; the person's content stays. @error user-not-found, last-owner */
  suspend(actor: Actor, userId: string): Promise<Outcome<{ user: User }>>;
  /** @error user-not-found */
  restore(actor: Actor, userId: string): Promise<Outcome<{ user: User }>>;
  /** Ends all sessions; the person may sign in again. @error user-not-found */
  signOut(actor: Actor, userId: string): Promise<Outcome<{ user: User }>>;
  /** Ends all sessions and deletes the account; the person's content stays. @error user-not-found, last-owner */
  remove(actor: Actor, userId: string): Promise<Outcome>;
}

export function createPeople({
  identity,
  locales,
}: {
  identity: PeopleIdentity;
  locales: LocaleSet['locales'];
}): People {
  const isKnown = (languages: Locale[]) => languages.every((code) => locales.some((locale) => locale.code === code));

  const change = (actor: Actor, userId: string, access: Partial<UserAccess>) =>
    identity.setAccess(userId, access, requireOwner(actor, 'people.manage'));

  return {
    async list(actor, { after, limit }) {
      requireOwner(actor, 'people.manage');
      const found = await identity.list({ ...(after !== undefined && { after }), limit: limit + 1 });
      const people = found.slice(0, limit);
      const last = people.at(-1);
      return { people, ...(found.length > limit && last && { next: last.email }) };
    },

    async listInvitations(actor) {
      requireOwner(actor, 'people.manage');
      return identity.listInvitations();
    },

    async invite(actor, { email, role, languages = [], language }) {
      const actorId = requireOwner(actor, 'people.manage');
      requireOwner(actor, 'roles.manage');
      if (!isKnown([...languages, language])) return failure('invalid-language');
      const given = role === 'translator' ? [...new Set(languages)] : [];
      return identity.invite({ email, role, languages: given, language }, actorId);
    },

    async withdrawInvitation(actor, email) {
      return identity.withdrawInvitation(email, requireOwner(actor, 'people.manage'));
    },

    async changeRole(actor, userId, role) {
      requireOwner(actor, 'roles.manage');
      return change(actor, userId, role === 'translator' ? { role } : { role, languages: [] });
    },

    async setLanguages(actor, userId, languages) {
      requireOwner(actor, 'roles.manage');
      if (!isKnown(languages)) return failure('invalid-language');
      const user = await identity.lookup(userId);
      if (!user) return failure('user-not-found');
      if (user.role !== 'translator') return failure('operation-not-allowed');
      return change(actor, userId, { languages: [...new Set(languages)] });
    },

    suspend: async (actor, userId) => change(actor, userId, { disabled: true }),
    restore: async (actor, userId) => change(actor, userId, { disabled: false }),

    async signOut(actor, userId) {
      return identity.endSessions(userId, requireOwner(actor, 'people.manage'));
    },

    async remove(actor, userId) {
      return identity.removeUser(userId, requireOwner(actor, 'people.manage'));
    },
  };
}

/** The actor's id. @throws {Forbidden} */
function requireOwner(actor: Actor, permission: 'people.manage' | 'roles.manage'): string {
  requireMay(actor, permission);
  if (actor.kind !== 'person') throw new Forbidden(permission, 'not-signed-in');
  return actor.id;
}

function failure(code: Exclude<IdentityErrorCode, 'too-many-requests' | 'weak-password'>): Outcome<never> {
  return { ok: false, error: { code } };
}
