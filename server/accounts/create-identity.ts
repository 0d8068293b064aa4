import type { RecordAccountEvent } from '#core/accounts/account-event.ts';
import type { Identity, SendAccountMail } from '#core/accounts/identity.ts';

/** Where accounts send mails, audit events and errors of background work. */
export interface IdentityConnections {
  origin: string;
  send: SendAccountMail;
  record: RecordAccountEvent;
  onError: (error: unknown) => void;
}

export type CreateIdentity = (connections: IdentityConnections) => Identity;
