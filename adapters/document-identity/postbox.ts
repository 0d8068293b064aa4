import type { AccountMail, SendAccountMail } from '#core/accounts/account-mail.ts';

/** Mails that are about to be handed on. */
export interface Postbox {
  post(mail: AccountMail): void;
  /** Hands on at once what still waits, and resolves when all of it is. */
  empty(): Promise<void>;
}

/** Hands mails on a little later, so that the time of an answer does not tell whether there is one. */
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
