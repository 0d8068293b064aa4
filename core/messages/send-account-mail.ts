import type { AccountMail, SendAccountMail } from '../accounts/account-mail.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { ComposeMail, MailContents } from './compose-mail.ts';
import { enqueueMail } from './mail-queue.ts';

/** Composes and queues the mails of account operations. */
export function createAccountMailSender(options: { store: DocumentStore; compose: ComposeMail }): SendAccountMail {
  const { store, compose } = options;
  return async (request) => {
    const mail = compose(request.to, request.locale, contentsOf(request));
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
