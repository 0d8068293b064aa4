import type { Identity, Outcome } from '#core/accounts/identity.ts';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { PasswordsBusy, PasswordsUnavailable } from '#core/accounts/passwords.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { failed, tooMany } from './account-services.ts';

/** Retry-after in seconds when the queue for password hashing is full. */
const BUSY_SECONDS = 5;

/** Methods without an outcome, or whose outcome could be misunderstood: they throw if the store or the passwords are unreachable. */
const THROWING: ReadonlySet<keyof Identity> = new Set<keyof Identity>([
  'session',
  'lookup',
  'lookupEmail',
  'list',
  'authorizedDomains',
  'listInvitations',
  'prune',
  'close',
]);

/** Wraps an `Identity`: converts unreachable services and overload to errors of the port. */
export function answerUnavailable(identity: Identity, onError: (error: unknown) => void): Identity {
  const entries = Object.entries(identity).map(([name, operation]) => [
    name,
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await (operation as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (error) {
        // Of the provider only: an unreachable store reports itself.
        if (error instanceof PasswordsUnavailable) onError(error);
        return answer(name as keyof Identity, error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Identity;
}

function answer(name: keyof Identity, error: unknown): Outcome {
  if (error instanceof PasswordsBusy) return tooMany(BUSY_SECONDS);
  if (!(error instanceof StoreUnavailable || error instanceof PasswordsUnavailable)) throw error;
  if (THROWING.has(name)) throw new IdentityUnavailable('The accounts cannot be reached', { cause: error });
  return error instanceof PasswordsUnavailable ? { ok: false, error: error.error } : failed('network-request-failed');
}
