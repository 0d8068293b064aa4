import type { AccountEvent } from '../accounts/account-event.ts';
import type { AccountMail, SendAccountMail } from '../accounts/identity.ts';
import type { User } from '../accounts/user.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { ComposeMail, MailContents } from './compose-mail.ts';
import { enqueueMail } from './mail-queue.ts';

/** Composes and queues the mails of account operations. */
export function createAccountMailSender(options: { store: DocumentStore; compose: ComposeMail }): SendAccountMail {
  const { store, compose } = options;
  return async (request) => {
    const mail = await compose(request.to, request.locale, contentsOf(request));
    const expiresAt = expiryOf(request, mail.createdAt);
    await store.commit([enqueueMail(mail, expiresAt === undefined ? {} : { expiresAt })]);
  };
}

/** Leaves out the names in the request: someone other than the reader may have typed them. */
function contentsOf(request: AccountMail): MailContents {
  switch (request.kind) {
    case 'confirm-code':
    case 'reset-code':
    case 'email-change-code':
      return { kind: request.kind, code: request.data.code, minutes: request.data.minutes };
    case 'existing-account':
      return { kind: request.kind };
    case 'invitation':
      return { kind: request.kind, ...request.data };
  }
}

/** An expired code would only mislead. */
function expiryOf(request: AccountMail, at: number): number | undefined {
  switch (request.kind) {
    case 'confirm-code':
    case 'reset-code':
    case 'email-change-code':
      return at + request.data.minutes * 60_000;
    case 'invitation':
      return at + request.data.days * 24 * 3_600_000;
    case 'existing-account':
      return undefined;
  }
}

export interface AccountNoticeOptions {
  store: DocumentStore;
  compose: ComposeMail;
  lookup: (userId: string) => Promise<User | undefined>;
}

/**
 * Mails a notice to the account's owner when the password or email changed, to the old address in case of the email; ignores
 * other events. Resolves once the mail is queued.
 */
export function createAccountNotices({ store, compose, lookup }: AccountNoticeOptions) {
  return async (event: AccountEvent): Promise<void> => {
    if (event.userId === undefined) return;
    if (event.kind !== 'password-changed' && event.kind !== 'password-reset' && event.kind !== 'email-changed') return;
    const user = await lookup(event.userId);
    if (!user) return;
    const mail = await (event.kind === 'email-changed'
      ? compose(event.from, user.language, { kind: 'email-changed', at: event.at })
      : compose(user.email, user.language, { kind: 'password-changed', at: event.at }));
    await store.commit([enqueueMail(mail)]);
  };
}
