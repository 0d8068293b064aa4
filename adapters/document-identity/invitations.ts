import { accountEmails, type Invitation, invitations } from '#core/accounts/account-collections.ts';
import { parseEmail } from '#core/accounts/email-address.ts';
import type { Identity } from '#core/accounts/identity.ts';
import { INVITATION_DAYS, INVITATION_MS } from '#core/accounts/invitation.ts';
import { createToken, digestOf, sameSecret } from '#core/accounts/secret-values.ts';
import { PreconditionFailed } from '#core/documents/errors.ts';
import { getDocument, queryDocuments, setDocument } from '#core/documents/typed-documents.ts';
import { findByEmail, findUser } from './account-records.ts';
import { type AccountServices, failed } from './account-services.ts';

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
      post({ kind: 'invitation', to: email, locale: language, data: { inviter, days: INVITATION_DAYS, token } });
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
