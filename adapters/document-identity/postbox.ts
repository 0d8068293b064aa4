import type { AccountMail, SendAccountMail } from '#core/accounts/identity.ts';

/** Mails waiting to be queued. */
export interface Postbox {
  post(mail: AccountMail): void;
  /** Sends all waiting mails now, and resolves when done. */
  empty(): Promise<void>;
}

/** Sends mails with a delay, so that response times do not reveal whether there is one. */
export function createPostbox(send: SendAccountMail, onError: (error: unknown) => void, delay: () => number): Postbox {
  const waiting = new Map<NodeJS.Timeout, AccountMail>();
  const sending = new Set<Promise<void>>();

  function handOn(mail: AccountMail): void {
    const sent = send(mail)
      .catch(onError)
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  return {
    post(mail) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        handOn(mail);
      }, delay());
      waiting.set(timer, mail);
    },
    async empty() {
      for (const [timer, mail] of waiting) {
        clearTimeout(timer);
        handOn(mail);
      }
      waiting.clear();
      await Promise.all(sending);
    },
  };
}
