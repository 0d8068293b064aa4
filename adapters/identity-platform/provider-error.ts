import type { IdentityError, IdentityErrorCode } from '#core/accounts/identity-error.ts';
import { PasswordsUnavailable } from '#core/accounts/passwords.ts';

/** Retry-after in seconds when the provider gives none. */
const RETRY_SECONDS = 30;

type PlainCode = Exclude<IdentityErrorCode, 'too-many-requests' | 'weak-password'>;

/** Error codes of Identity Toolkit, and of Google's services in general, as the errors of the port. */
const PLAIN_CODES: { [providerCode: string]: PlainCode } = {
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_NOT_FOUND: 'user-not-found',
  USER_NOT_FOUND: 'user-not-found',
  EMAIL_EXISTS: 'email-already-in-use',
  DUPLICATE_EMAIL: 'email-already-in-use',
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  EXPIRED_OOB_CODE: 'expired-action-code',
  INVALID_OOB_CODE: 'invalid-action-code',
  INVALID_EMAIL: 'invalid-email',
  MISSING_EMAIL: 'invalid-email',
  TOKEN_EXPIRED: 'user-token-expired',
  INVALID_ID_TOKEN: 'user-token-expired',
  INVALID_REFRESH_TOKEN: 'user-token-expired',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  USER_DISABLED: 'user-disabled',
  UNAUTHORIZED_DOMAIN: 'unauthorized-domain',
  // Of the site's key, credentials and project, not of the person who asks: the sentence says that the set-up is wrong.
  API_KEY_INVALID: 'invalid-api-key',
  PERMISSION_DENIED: 'invalid-api-key',
  INSUFFICIENT_PERMISSION: 'invalid-api-key',
  UNAUTHENTICATED: 'invalid-api-key',
  PROJECT_NOT_FOUND: 'invalid-api-key',
  CONFIGURATION_NOT_FOUND: 'invalid-api-key',
  OPERATION_NOT_ALLOWED: 'invalid-api-key',
  PASSWORD_LOGIN_DISABLED: 'invalid-api-key',
  ADMIN_ONLY_OPERATION: 'invalid-api-key',
  UNAVAILABLE: 'network-request-failed',
  INTERNAL: 'network-request-failed',
  INTERNAL_ERROR: 'network-request-failed',
  DEADLINE_EXCEEDED: 'network-request-failed',
};

const ERRORS: { [providerCode: string]: IdentityError } = {
  ...Object.fromEntries(Object.entries(PLAIN_CODES).map(([name, code]) => [name, { code }])),
  TOO_MANY_ATTEMPTS_TRY_LATER: { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS },
  RESET_PASSWORD_EXCEED_LIMIT: { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS },
  QUOTA_EXCEEDED: { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS },
  RESOURCE_EXHAUSTED: { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS },
  RATE_LIMIT_EXCEEDED: { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS },
  WEAK_PASSWORD: { code: 'weak-password', reason: 'too-short' },
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: { code: 'weak-password', reason: 'policy' },
};

/** The provider's codes that have an error of their own. */
export const PROVIDER_CODES = Object.keys(ERRORS);

interface FailureDetails {
  /** The provider's own code, such as `EMAIL_EXISTS`. */
  providerCode?: string;
  /** Whether the same request may succeed a moment later. */
  isPassing?: boolean;
  cause?: unknown;
}

/** The provider refused a request, or could not be reached; the message is for the operator. */
export class ProviderFailure extends PasswordsUnavailable {
  override name = 'ProviderFailure';
  readonly providerCode: string;
  readonly isPassing: boolean;

  constructor(message: string, error: IdentityError, { providerCode = '', isPassing = false, cause }: FailureDetails) {
    super(message, error, { cause });
    this.providerCode = providerCode;
    this.isPassing = isPassing;
  }
}

/** No answer, or one that is not the provider's. */
export function unreachable(message: string, cause: unknown): ProviderFailure {
  return new ProviderFailure(message, { code: 'network-request-failed' }, { isPassing: true, cause });
}

/** The failure that an answer with an error status stands for. */
export function readFailure(status: number, body: string): ProviderFailure {
  const { codes, message } = readError(body);
  const providerCode = codes.find((code) => code in ERRORS) ?? codes[0] ?? '';
  const text = `Identity Platform answered ${status}${message === '' ? '' : `: ${message}`}`;
  const error = ERRORS[providerCode] ?? errorOfStatus(status);
  return new ProviderFailure(text, error, { providerCode, isPassing: status >= 500 });
}

function errorOfStatus(status: number): IdentityError {
  if (status === 429) return { code: 'too-many-requests', retryAfterSeconds: RETRY_SECONDS };
  return { code: status === 401 || status === 403 ? 'invalid-api-key' : 'network-request-failed' };
}

/** The codes of an error, the most specific first, and its text. */
function readError(body: string): { codes: string[]; message: string } {
  try {
    const { error } = JSON.parse(body) as {
      error?: { message?: unknown; status?: unknown; details?: { reason?: unknown }[] };
    };
    const message = String(error?.message ?? '').slice(0, 300);
    const reasons = Array.isArray(error?.details) ? error.details.map(({ reason }) => String(reason)) : [];
    const [first = ''] = message.split(' ');
    return { codes: [first.replace(/:$/, ''), ...reasons, String(error?.status ?? '')].filter(Boolean), message };
  } catch {
    return { codes: [], message: '' };
  }
}
