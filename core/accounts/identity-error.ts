import { isErrorNamed } from '../documents/errors.ts';
import type { PasswordProblem } from './password-rules.ts';

/** The HTTP status of every account error. The codes are those of docs/seed-coverage.md §8; the last four are Meki's own. */
const STATUSES = {
  'wrong-password': 401,
  'user-not-found': 404,
  'email-already-in-use': 409,
  /** Unknown email or wrong password; the answer does not reveal which. */
  'invalid-credential': 401,
  'too-many-requests': 429,
  'expired-action-code': 410,
  'invalid-action-code': 422,
  'weak-password': 422,
  'invalid-email': 422,
  /** The session expired, was revoked, or never existed. */
  'user-token-expired': 401,
  /** The password must be entered again: the last time is more than 5 minutes ago. */
  'requires-recent-login': 403,
  'user-disabled': 403,
  'network-request-failed': 503,
  'unauthorized-domain': 403,
  'operation-not-allowed': 403,
  'permission-denied': 403,
  'invalid-api-key': 500,
  'popup-blocked': 400,
  'popup-closed-by-user': 400,
  /** The password is right, but the email is not confirmed. */
  'unverified-email': 403,
  'invalid-display-name': 422,
  /** There must always be at least one owner. */
  'last-owner': 409,
  /** The site does not have this language. */
  'invalid-language': 422,
} as const;

export type IdentityErrorCode = keyof typeof STATUSES;

/** Why an account operation failed. Nothing was changed. */
export type IdentityError =
  /** `network`: the rate limit of the network address was exceeded, not that of the account or email. */
  | { code: 'too-many-requests'; retryAfterSeconds: number; network?: true }
  /** `policy`: refused by the rules of the service that keeps the passwords. */
  | { code: 'weak-password'; reason: PasswordProblem | 'policy' }
  | { code: Exclude<IdentityErrorCode, 'too-many-requests' | 'weak-password'> };

export const IDENTITY_ERROR_CODES = Object.keys(STATUSES) as IdentityErrorCode[];

/** The HTTP status of an error. */
export function identityErrorStatus(code: IdentityErrorCode): number {
  return STATUSES[code];
}

/** The message of an error: its key in the `account` messages, and its parameters. */
export interface IdentityErrorMessage {
  key: `errors.${string}`;
  values: { seconds?: number; minutes?: number };
}

/** The message that explains an error and the next step. */
export function identityErrorMessage(error: IdentityError): IdentityErrorMessage {
  if (error.code === 'weak-password') return { key: `errors.weak-password-${error.reason}`, values: {} };
  if (error.code !== 'too-many-requests') return { key: `errors.${error.code}`, values: {} };
  const seconds = error.retryAfterSeconds;
  if (error.network) return { key: 'errors.too-many-requests-network', values: { seconds } };
  return seconds < 60
    ? { key: 'errors.too-many-requests-seconds', values: { seconds } }
    : { key: 'errors.too-many-requests-minutes', values: { minutes: Math.ceil(seconds / 60) } };
}

/** The account service is unreachable. `cause` has the reason. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('IdentityUnavailable', value);
  }
}
