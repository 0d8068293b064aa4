import { describe, expect, test } from 'vitest';
import { type IdentityErrorCode, identityErrorMessage } from '#core/accounts/identity-error.ts';
import en from '../../locales/en/account.json' with { type: 'json' };
import es from '../../locales/es/account.json' with { type: 'json' };
import { PROVIDER_CODES, readFailure } from './provider-error.ts';

/** The codes of the specification, and what the provider calls them. A server opens no popups. */
const SPECIFIED = [
  ['wrong-password', 'INVALID_PASSWORD'],
  ['user-not-found', 'EMAIL_NOT_FOUND'],
  ['email-already-in-use', 'EMAIL_EXISTS'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled'],
  ['expired-action-code', 'EXPIRED_OOB_CODE'],
  ['user-token-expired', 'TOKEN_EXPIRED'],
  ['unauthorized-domain', 'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
  // The provider denies it to the site, not to the person, whose own role is judged by the site.
  ['invalid-api-key', 'PERMISSION_DENIED'],
  ['invalid-api-key', 'OPERATION_NOT_ALLOWED'],
] as const;

const body = (message: string, more: object = {}) => JSON.stringify({ error: { code: 400, message, ...more } });

test.each(SPECIFIED)('%s is what people read of %s', (code, message) => {
  expect(readFailure(400, body(message)).error.code).toBe(code);
});

test('an API key that is not valid is told from other requests that are not', () => {
  const message = 'API key not valid. Please pass a valid API key.';
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
  const failure = readFailure(400, body(message, { status: 'INVALID_ARGUMENT', details }));
  expect(failure).toMatchObject({ error: { code: 'invalid-api-key' }, isPassing: false });
  expect(failure.message).toBe(`Identity Platform answered 400: ${message}`);
});

test('a password that the provider refuses is told with its reason', () => {
  const weak = readFailure(400, body('WEAK_PASSWORD : Password should be at least 6 characters'));
  expect(weak.error).toEqual({ code: 'weak-password', reason: 'too-short' });
  const policy = readFailure(400, body('PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [x]'));
  expect(policy.error).toEqual({ code: 'weak-password', reason: 'policy' });
});

test.each<[number, string, IdentityErrorCode, boolean]>([
  [503, '<html>', 'network-request-failed', true],
  [500, body('INTERNAL_ERROR'), 'network-request-failed', true],
  [429, '', 'too-many-requests', false],
  [403, body('Requests from this server are blocked.', { status: 'PERMISSION_DENIED' }), 'invalid-api-key', false],
  [401, '', 'invalid-api-key', false],
  [400, body('SOMETHING_NEW'), 'network-request-failed', false],
])('status %i with %j is %s', (status, text, code, isPassing) => {
  expect(readFailure(status, text)).toMatchObject({ error: { code }, isPassing });
});

describe.each([
  ['es', es],
  ['en', en],
])('in %s', (_, { errors }) => {
  test.each(PROVIDER_CODES)('%s is a sentence', (code) => {
    const { key } = identityErrorMessage(readFailure(400, body(code)).error);
    expect(errors[key.replace('errors.', '') as keyof typeof errors]).toMatch(/^\p{Lu}.+\.$/u);
  });
});
