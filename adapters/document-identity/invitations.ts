import { accountPath, invitations } from '#core/accounts/account-collections.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { INVITATION_DAYS, INVITATION_MS, type Invitation } from '#core/accounts/invitation.ts';
import { digestOf } from '#core/accounts/secret-values.ts';
import type { DocumentData } from '#core/documents/document-store.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { findByEmail, findUser } from './account-records.ts';
import { type AccountServices, failed } from './account-services.ts';

/** Maximum invitations listed. */
const MAX_INVITATIONS = 500;

type InvitationOperations = Pick<Identity, 'invite' | 'listInvitations' | 'withdrawInvitation'>;

export function createInvitations(services: AccountServices): InvitationOperations {
  const { store, now, post, record } = services;

  return {
    async invite({ email: given, role, languages, language }, actorId) {
      const email = parseEmail(given);
      if (!email) return failed('invalid-email');
      if (await findByEmail(store, email)) return failed('email-already-in-use');
      const at = now();
      const invitation: Invitation = {
        email,
        role,
        languages: role === 'translator' ? (languages ?? []) : [],
        invitedBy: actorId,
        invitedAt: at,
        expiresAt: at + INVITATION_MS,
      };
      const key = await digestOf(email);
      try {
        await store.commit([
          { kind: 'set', path: accountPath.invitation(key), data: { ...invitation } as DocumentData },
          // Fails if an account with the email was created concurrently.
          { kind: 'verify', path: accountPath.email(key), precondition: { exists: false } },
        ]);
      } catch (error) {
        if (error instanceof PreconditionFailed) return failed('email-already-in-use');
        throw error;
      }
      const inviter = (await findUser(store, actorId))?.record.name ?? '';
      post({ kind: 'invitation', to: email, locale: language, data: { inviter, days: INVITATION_DAYS } });
      record({ kind: 'invited', at, actorId, email, role });
      return { ok: true, invitation };
    },

    async listInvitations() {
      const documents = await store.runQuery({
        collection: invitations.name,
        where: [{ field: 'expiresAt', op: '>', value: now() }],
        orderBy: [{ field: 'expiresAt', direction: 'desc' }],
        limit: MAX_INVITATIONS,
      });
      return documents.map(({ data }) => data as unknown as Invitation);
    },

    async withdrawInvitation(given, actorId) {
      const path = accountPath.invitation(await digestOf(parseEmail(given) ?? ''));
      const [held] = await store.batchGet([path]);
      if (!held) return failed('user-not-found');
      await store.commit([{ kind: 'delete', path }]);
      record({ kind: 'invitation-withdrawn', at: now(), actorId, email: String(held.data.email) });
      return { ok: true };
    },
  };
}
