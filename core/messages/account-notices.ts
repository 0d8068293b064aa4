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
 * Tells the person by mail that the password or the email of their account changed, to the old address where it is the
 * email; of any other event, nothing. Resolves once the mail waits in the queue.
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
