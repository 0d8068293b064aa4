import type { RecordAccountEvent } from '#core/accounts/account-event.ts';
import type { Attempts } from '#core/accounts/attempts.ts';
import type { Codes } from '#core/accounts/codes.ts';
import { deviceLabel } from '#core/accounts/device-label.ts';
import type { AccountMail, Client, SignUpMode } from '#core/accounts/identity.ts';
import type { IdentityError, IdentityErrorCode } from '#core/accounts/identity-error.ts';
import type { Passwords } from '#core/accounts/passwords.ts';
import { MAX_NAME_LENGTH } from '#core/accounts/user.ts';
import type { WaitingSignUps } from '#core/accounts/waiting-sign-ups.ts';
import type { DocumentStore } from '#core/documents/document-store.ts';
import type { Locale } from '#core/locales/locale.ts';

/** The dependencies of the account operations. */
export interface AccountServices {
  store: DocumentStore;
  /** Milliseconds since 1970. */
  now: () => number;
  attempts: Attempts;
  codes: Codes;
  waiting: WaitingSignUps;
  passwords: Passwords;
  /** Whose sessions are known to be whose: ids of people by those of sessions. */
  owners: Map<string, string>;
  isCommonPassword: (password: string) => boolean;
  /** The site's own first. */
  origins: string[];
  languages: Locale[];
  readSignUpMode: () => Promise<SignUpMode>;
  /** Queues a mail at once; it is sent after the response. */
  post: (mail: AccountMail) => void;
  record: RecordAccountEvent;
  /** Receives errors of work after a commit. */
  onError: (error: unknown) => void;
}

type SimpleErrorCode = Exclude<IdentityErrorCode, 'too-many-requests' | 'weak-password'>;

/** The result of a failed operation. */
export function failed(code: SimpleErrorCode): { ok: false; error: IdentityError } {
  return { ok: false, error: { code } };
}

export function tooMany(retryAfterSeconds: number): { ok: false; error: IdentityError } {
  return { ok: false, error: { code: 'too-many-requests', retryAfterSeconds } };
}

/** Whether the requesting page belongs to one of the site's origins, if its origin is known. */
export function isAuthorized({ origins }: Pick<AccountServices, 'origins'>, { origin }: Client): boolean {
  return origin === undefined || origins.includes(origin);
}

/** The normalized name; `undefined` if it is empty, too long, or has control characters. */
export function parseName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  const isName = name !== '' && [...name].length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name) && name.isWellFormed();
  return isName ? name : undefined;
}

/** The client data recorded in audit entries. */
export function seenOf(client: Client): { address?: string; device?: string } {
  const device = deviceLabel(client.userAgent);
  return { ...(client.address ? { address: client.address } : {}), ...(device ? { device } : {}) };
}
