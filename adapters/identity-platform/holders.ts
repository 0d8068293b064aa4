import { createHash } from 'node:crypto';

const KIND = 'identity-platform';

/** The domain of accounts whose email is not confirmed; no mail can be sent to it (RFC 2606). */
export const WAITING_DOMAIN = 'waiting.meki.invalid';

/** An account at the provider, as a holder of a password names it. */
export interface Held {
  localId: string;
  /** The email that the account has at the provider. */
  email: string;
}

/** The start of the ids of a site's accounts, which tells them from others in the same project. */
export function idPrefix(secret: string): string {
  const mark = createHash('sha256').update(`${KIND} ${secret}`).digest('hex').slice(0, 10);
  return `meki-${mark}-`;
}

/** An account whose email is not confirmed: under an email of no mailbox. */
export function waitingAccount(localId: string): Held {
  return { localId, email: `${localId}@${WAITING_DOMAIN}` };
}

export function writeHolder({ localId, email }: Held): string {
  return `${KIND}:${localId}:${email}`;
}

/** @returns `undefined` if it is not a holder of this provider */
export function readHolder(holder: string | undefined): Held | undefined {
  const [, kind, localId, email] = /^([a-z-]+):([^:]+):(.+)$/.exec(holder ?? '') ?? [];
  return kind === KIND && localId !== undefined && email !== undefined ? { localId, email } : undefined;
}
