import type { AccountEvent } from '../accounts/account-event.ts';
import type { User } from '../accounts/user.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import type { ComposeMail } from './compose-mail.ts';
import { enqueueMail } from './mail-queue.ts';

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
    const mail =
      event.kind === 'email-changed'
        ? compose(event.from, user.language, { kind: 'email-changed', at: event.at })
        : compose(user.email, user.language, { kind: 'password-changed', at: event.at });
    await store.commit([enqueueMail(mail)]);
  };
}
