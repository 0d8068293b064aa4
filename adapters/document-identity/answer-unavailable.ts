import type { Identity, Outcome } from '#core/accounts/identity.ts';
import { IdentityUnavailable } from '#core/accounts/identity-error.ts';
import { StoreUnavailable } from '#core/documents/errors.ts';
import { failed, tooMany } from './account-services.ts';
import { HasherBusy } from './password-hasher.ts';

/** Retry-after in seconds when the queue for password hashing is full. */
const BUSY_SECONDS = 5;

/** Methods without an outcome, or whose outcome could be misunderstood: they throw if the store is unreachable. */
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

/** Wraps an `Identity`: converts an unreachable store and overload to errors of the port. */
export function answerUnavailable(identity: Identity): Identity {
  const entries = Object.entries(identity).map(([name, operation]) => [
    name,
    async (...given: unknown[]): Promise<unknown> => {
      try {
        return await (operation as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (error) {
        return answer(name as keyof Identity, error);
      }
    },
  ]);
  return Object.fromEntries(entries) as Identity;
}

function answer(name: keyof Identity, error: unknown): Outcome {
  if (error instanceof HasherBusy) return tooMany(BUSY_SECONDS);
  if (!(error instanceof StoreUnavailable)) throw error;
  if (THROWING.has(name)) throw new IdentityUnavailable('The accounts cannot be reached', { cause: error });
  return failed('network-request-failed');
}
